package org.diamondhpc.cli.site;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.diamondhpc.cli.shell.SetupException;
import org.diamondhpc.cli.shell.Shell;

/** What a person types, without echo where it is a secret; or the lines of a pipe. */
final class Answers {
    private final Console console;
    private final BufferedReader lines;
    private final Shell shell;

    Answers(Shell shell) {
        this.shell = shell;
        this.console = shell.terminal().live() ? System.console() : null;
        this.lines = new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.UTF_8));
    }

    String to(String prompt, boolean echo) throws IOException {
        String answer = console == null ? piped(prompt) : typed(prompt, echo);
        if (answer == null) {
            throw new SetupException("the site asks \"" + prompt.strip() + "\" and nobody answers",
                    "run it on a terminal, or pipe one answer a line");
        }
        return answer;
    }

    private String piped(String prompt) throws IOException {
        shell.note(prompt);
        return lines.readLine();
    }

    private String typed(String prompt, boolean echo) {
        if (echo) {
            return console.readLine("%s", prompt);
        }
        char[] secret = console.readPassword("%s", prompt);
        return secret == null ? null : new String(secret);
    }
}
