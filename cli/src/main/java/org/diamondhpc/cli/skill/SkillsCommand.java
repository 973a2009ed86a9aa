package org.diamondhpc.cli.skill;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "skills", description = "What an agent can call: list, show and call skills.")
class SkillsCommand implements Callable<Integer> {
    private final Shell shell;

    SkillsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Document> all = shell.client().skills().list();
        if (shell.json()) {
            shell.documents(all);
        } else if (shell.quiet()) {
            all.forEach(s -> shell.result(s.text("/name")));
        } else {
            Table table = new Table("SKILL", "ABOUT", "EFFECT", "WHAT IT DOES~");
            all.forEach(s -> table.row(s.text("/name"), s.text("/group"),
                    s.json().at("/effects/readOnly").asBoolean() ? "reads" : "changes", s.text("/title")));
            table.print(shell.terminal());
        }
        return 0;
    }

    @Command(description = "A skill's guide; with --json also its schemas and examples.")
    int show(@Parameters(paramLabel = "SKILL") String name) {
        Document skill = shell.client().skills().get(name);
        if (shell.json()) {
            shell.document(skill.json());
        } else {
            shell.result(skill.text("/description") + "\n\n" + skill.text("/guide").strip());
        }
        return 0;
    }

    @Command(name = "call", description = "Carry a skill out; prints its summary, with --json its whole answer.")
    int callSkill(@Parameters(paramLabel = "SKILL") String name,
            @Parameters(paramLabel = "INPUT", arity = "0..1", defaultValue = "{}",
                    description = "JSON, @FILE, or - for standard input.") String input,
            @Option(names = "--key", paramLabel = "KEY", description = "Makes its effect happen once.") String key)
            throws IOException {
        Document answer = shell.client().skills().call(name, read(input),
                key == null ? Intent.fresh() : new Intent(key));
        if (shell.json()) {
            shell.document(answer.json());
        } else {
            shell.result(Style.harmless(answer.text("/summary")));
            answer.json().path("next").forEach(n -> shell.say("then " + n.path("skill").asText() + " "
                    + Style.harmless(n.path("input").toString()) + " " + Style.harmless(n.path("why").asText())));
        }
        return 0;
    }

    private JsonNode read(String input) throws IOException {
        byte[] text = input.equals("-") ? shell.in().readAllBytes() : input.startsWith("@")
                ? Files.readAllBytes(shell.path(Path.of(input.substring(1))))
                : input.getBytes(StandardCharsets.UTF_8);
        try {
            return DiamondJson.json().readTree(text);
        } catch (JacksonException e) {
            throw new ApiException(Failure.of(Reason.INVALID_REQUEST, "not JSON: " + e.getOriginalMessage(),
                    "Write the input as a JSON object."), e);
        }
    }
}
