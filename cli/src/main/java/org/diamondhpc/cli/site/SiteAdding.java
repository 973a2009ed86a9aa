package org.diamondhpc.cli.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Site;
import org.diamondhpc.cli.client.SitesApi;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.SetupException;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.NewSite;

/**
 * Adds a site in three steps: its host key, a draft, the profile. Each step that changes what is trusted or written
 * wants a yes; a program gives them as {@code --host-key} and {@code --yes}.
 */
final class SiteAdding {
    private static final Duration FIRST_LOOK = Duration.ofSeconds(40);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Shell shell;
    private final AddOptions options;
    private final Answers answers;

    SiteAdding(Shell shell, AddOptions options) {
        this.shell = shell;
        this.options = options;
        this.answers = new Answers(shell);
    }

    int run() throws IOException, InterruptedException {
        SitesApi sites = shell.client().sites();
        String accepted = options.hostKey;
        if (accepted == null) {
            JsonNode key = sites.draft(asked(null));
            if (!accepted(key)) {
                return Exit.USAGE.code();
            }
            accepted = key.path("line").asText();
        }
        JsonNode draft = sites.draft(asked(accepted));
        if (!wanted(draft)) {
            return Exit.OK.code();
        }
        SiteId site = new SiteId(sites.add(draft.path("profile").asText()).path("site").asText());
        shell.note("added " + site + "; the first look is on its way");
        return seen(sites, site, draft);
    }

    private NewSite asked(String hostKey) {
        try {
            return options.site(hostKey);
        } catch (IllegalArgumentException e) {
            throw new SetupException(e.getMessage(), "diamond site add --help");
        }
    }

    /** A key is accepted by a word typed after it was shown, and by nothing else. */
    private boolean accepted(JsonNode key) throws IOException {
        if (shell.json()) {
            shell.document(key);
            shell.note("the host key is not accepted: compare it with the site's administrators, then give --host-key="
                    + key.path("fingerprint").asText());
            return false;
        }
        shell.say("%s:%d shows the %s host key".formatted(Style.harmless(key.path("host").asText()),
                key.path("port").asInt(), Style.harmless(key.path("type").asText())));
        shell.say("  " + Style.harmless(key.path("fingerprint").asText()));
        shell.say(key.path("known").asBoolean() ? "Your known_hosts has this key."
                : "Your known_hosts does not have it: compare it with what the site's administrators publish.");
        return yes("Is this the site's key? (yes/no) ", "--host-key=" + key.path("fingerprint").asText());
    }

    private boolean wanted(JsonNode draft) throws IOException {
        if (shell.json()) {
            if (!options.yes) {
                shell.document(draft);
            }
            return options.yes;
        }
        shell.say("");
        draft.path("profile").asText().lines().map(Style::harmless).forEach(shell::result);
        shell.say("");
        if (options.yes) {
            return true;
        }
        boolean yes = yes("Write this profile? (yes/no) ", "--yes");
        shell.say(yes ? "" : "Nothing was written.");
        return yes;
    }

    private boolean yes(String question, String option) throws IOException {
        try {
            return answers.to(question, true).strip().equals("yes");
        } catch (SetupException nobody) {
            throw new SetupException("nobody answers \"" + question.strip() + "\"", "run it on a terminal, or give "
                    + option);
        }
    }

    private int seen(SitesApi sites, SiteId id, JsonNode draft) throws InterruptedException {
        Instant until = shell.now().plus(FIRST_LOOK);
        Site site = null;
        while (shell.now().isBefore(until) && (site == null || "UNKNOWN".equals(site.health()))) {
            Thread.sleep(PAUSE);
            site = find(sites, id);
        }
        if (shell.json()) {
            ObjectNode all = draft.deepCopy();
            all.put("kind", "added").set("now", site == null ? null : site.json());
            shell.document(all);
        } else if (site == null) {
            shell.say("It has not been seen yet; `diamond sites " + id + "` shows it.");
        } else {
            new SitesCommand(shell).show(site);
        }
        return Exit.OK.code();
    }

    /** Null while it is not known everywhere, and for an operator whose tenant has no login there. */
    private static Site find(SitesApi sites, SiteId id) {
        try {
            return sites.get(id);
        } catch (ApiException e) {
            if (e.failure().status() == 404) {
                return null;
            }
            throw e;
        }
    }
}
