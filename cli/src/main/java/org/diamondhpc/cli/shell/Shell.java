package org.diamondhpc.cli.shell;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.DiamondClient;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Terminal;
import org.diamondhpc.schemas.DiamondJson;

/** What a command works with. Connects, and looks at the terminal, only when asked to. */
public final class Shell implements AutoCloseable {
    private final Globals globals;
    private final Surroundings around;
    private DiamondClient client;
    private Terminal terminal;

    public Shell(Globals globals, Surroundings around) {
        this.globals = globals;
        this.around = around;
    }

    /** @throws SetupException where no address is known or the token cannot be read */
    public synchronized DiamondClient client() {
        if (client == null) {
            String url = globals.url != null ? globals.url : around.environment().get("DIAMOND_URL");
            if (url == null || url.isBlank()) {
                throw new SetupException("no instance of Diamond is named",
                        "start one with `./diamond up`, or give --url or DIAMOND_URL");
            }
            client = DiamondClient.of(url.strip(), token());
        }
        return client;
    }

    private String token() {
        if (globals.tokenFile == null) {
            return around.environment().get("DIAMOND_TOKEN");
        }
        try {
            return Files.readString(path(globals.tokenFile)).strip();
        } catch (IOException e) {
            throw new SetupException("the token file " + globals.tokenFile + " cannot be read", "check --token-file");
        }
    }

    public synchronized Terminal terminal() {
        if (terminal == null) {
            terminal = around.terminal().open(!globals.noColor);
        }
        return terminal;
    }

    public boolean json() {
        return globals.json;
    }

    public boolean quiet() {
        return globals.quiet;
    }

    public Instant now() {
        return around.clock().instant();
    }

    public Clock clock() {
        return around.clock();
    }

    public InputStream in() {
        return around.in();
    }

    public Path path(Path given) {
        return around.folder().resolve(given);
    }

    /** A line for people; none with {@code --json} or {@code -q}. */
    public void say(String text) {
        if (!json() && !quiet()) {
            terminal().line(text);
        }
    }

    /** The result itself; not with {@code --json}. */
    public void result(String text) {
        if (!json()) {
            terminal().line(text);
        }
    }

    /** A remark beside the result, on standard error. */
    public void note(String text) {
        if (!quiet()) {
            around.err().println(text);
            around.err().flush();
        }
    }

    public String styled(Style style, String text) {
        return terminal().styled(style, text);
    }

    /** The one document of {@code --json}. */
    public void document(JsonNode json) {
        try {
            terminal().line(DiamondJson.json().writerWithDefaultPrettyPrinter().writeValueAsString(json));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Some documents as one, {@code {"items": […]}} like the gateway's own lists. */
    public void documents(List<? extends Document> all) {
        ObjectNode list = DiamondJson.json().createObjectNode();
        ArrayNode items = list.putArray("items");
        all.forEach(d -> items.add(d.json()));
        document(list);
    }

    /** One object of a stream. */
    public void jsonLine(JsonNode json) {
        terminal().line(json.toString());
    }

    /** Says why a request failed: {@code REASON: what happened — what to do}, and each violation on its line. */
    void failed(ApiException e) {
        if (json()) {
            around.err().println(e.failure().json());
            return;
        }
        around.err().println(e.failure().reason() + ": " + Style.harmless(e.failure().detail()) + " — "
                + e.failure().whatToDo());
        if (e.failure().violations().size() > 1 || !e.failure().detail().contains(": ")) {
            e.failure().violations().forEach(v ->
                    around.err().println("  " + (v.pointer().isEmpty() ? "/" : v.pointer()) + ": "
                            + Style.harmless(v.message())));
        }
    }

    void failed(String what) {
        around.err().println(json() ? DiamondJson.json().createObjectNode().put("detail", what).toString()
                : "diamond: " + what);
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
        if (terminal != null) {
            terminal.out().flush();
        }
        around.err().flush();
    }
}
