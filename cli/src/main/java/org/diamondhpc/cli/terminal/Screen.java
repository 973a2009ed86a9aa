package org.diamondhpc.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines that change in place on a terminal. Where nobody looks only what is new is printed, each as a line of its
 * own. For one thread at a time.
 */
public final class Screen {
    private final Terminal terminal;
    private final List<String> shown = new ArrayList<>();

    public Screen(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Shows these lines in place of those shown before. */
    public void show(List<String> lines) {
        if (!terminal.live()) {
            for (int i = 0; i < lines.size(); i++) {
                if (i >= shown.size() || !shown.get(i).equals(lines.get(i))) {
                    terminal.line(lines.get(i));
                }
            }
        } else if (!lines.equals(shown)) {
            StringBuilder frame = new StringBuilder(shown.isEmpty() ? "" : "\u001b[" + shown.size() + "F");
            lines.forEach(line -> frame.append(cut(line)).append("\u001b[K\n"));
            terminal.out().print(frame);
            terminal.out().flush();
        }
        shown.clear();
        shown.addAll(lines);
    }

    /** A longer line would wrap, and the cursor would no longer know where it began. */
    private String cut(String line) {
        if (Style.width(line) <= terminal.width()) {
            return line;
        }
        StringBuilder cut = new StringBuilder();
        int width = 0;
        for (int i = 0; i < line.length() && width < terminal.width() - 1; i++) {
            if (line.charAt(i) == '\u001b') {
                int end = line.indexOf('m', i);
                cut.append(line, i, end + 1);
                i = end;
            } else {
                cut.append(line.charAt(i));
                width++;
            }
        }
        return cut + "…" + (terminal.colours() ? "\u001b[0m" : "");
    }
}
