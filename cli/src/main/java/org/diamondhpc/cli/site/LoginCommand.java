package org.diamondhpc.cli.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.SitesApi;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.SealedAnswers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Asks what the site asks. Answers are sealed here for the keeper of the login and go nowhere else. */
@Command(name = "login", description = "Log in where a person is needed: a password, a one-time code.")
class LoginCommand implements Callable<Integer> {
    private static final int MOST_STEPS = 10;
    private final Shell shell;

    @Parameters(paramLabel = "SITE")
    SiteId site;

    LoginCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws Exception {
        SitesApi sites = shell.client().sites();
        JsonNode answer = sites.login(site, null, null);
        Answers answers = new Answers(shell);
        for (int step = 0; answer.path("kind").asText().equals("prompts") && step < MOST_STEPS; step++) {
            String sealed = SealedAnswers.seal(asked(answers, answer), answer.path("key").asText());
            answer = sites.login(site, answer.path("step").asText(), sealed);
        }
        boolean done = answer.path("kind").asText().equals("done");
        if (shell.json()) {
            shell.document(answer);
        } else {
            shell.say(done ? Style.harmless(answer.path("detail").asText("Logged in.")) : "The site asks without end.");
        }
        return Exit.of(done).code();
    }

    private List<String> asked(Answers answers, JsonNode prompts) throws Exception {
        if (prompts.hasNonNull("instruction")) {
            shell.note(Style.harmless(prompts.path("instruction").asText()));
        }
        List<String> all = new ArrayList<>();
        for (JsonNode prompt : prompts.path("prompts")) {
            all.add(answers.to(Style.harmless(prompt.path("text").asText()), prompt.path("echo").asBoolean()));
        }
        return all;
    }
}
