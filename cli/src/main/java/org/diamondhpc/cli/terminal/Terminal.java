package org.diamondhpc.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Where output goes.
 *
 * @param live whether a person looks at it, so that lines may change in place
 * @param colours whether colours are wanted
 * @param width columns
 */
public record Terminal(PrintStream out, boolean live, boolean colours, int width) {
    /** Tables are made for this where nobody looks. */
    public static final int USUAL_WIDTH = 100;
    private static final int NARROWEST = 60;

    /** Standard output as it is; colours also follow <a href="https://no-color.org">NO_COLOR</a>. */
    public static Terminal standard(boolean wantColours, Map<String, String> environment) {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false,
                StandardCharsets.UTF_8);
        boolean live = isTerminal() && !"dumb".equals(environment.get("TERM"));
        boolean colours = live && wantColours && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(out, live, colours, live ? columns(environment) : USUAL_WIDTH);
    }

    /** Not a terminal: a file, a pipe, a test. */
    public static Terminal plain(PrintStream out) {
        return new Terminal(out, false, false, USUAL_WIDTH);
    }

    public void line(String text) {
        out.print(text + "\n");
        out.flush();
    }

    public String styled(Style style, String text) {
        return colours ? style.on(text) : text;
    }

    /** On Linux by the name of the open file; {@code System.console()} of some JDKs is there for pipes, too. */
    private static boolean isTerminal() {
        Path stdout = Path.of("/proc/self/fd/1");
        if (Files.exists(stdout)) {
            try {
                String target = Files.readSymbolicLink(stdout).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty")
                        || target.startsWith("/dev/console");
            } catch (IOException e) {
                return false;
            }
        }
        return System.console() != null;
    }

    private static int columns(Map<String, String> environment) {
        String told = environment.getOrDefault("COLUMNS", "");
        if (told.matches("\\d{2,4}")) {
            return Math.max(NARROWEST, Integer.parseInt(told));
        }
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            stty.waitFor(1, TimeUnit.SECONDS);
            return size.matches("\\d+ \\d+") && !size.endsWith(" 0")
                    ? Math.max(NARROWEST, Integer.parseInt(size.split(" ")[1])) : USUAL_WIDTH;
        } catch (IOException e) {
            return USUAL_WIDTH;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL_WIDTH;
        }
    }
}
