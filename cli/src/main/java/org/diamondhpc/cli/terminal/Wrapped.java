package org.diamondhpc.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Text in lines of at most a width, broken between words where that is possible. */
public final class Wrapped {
    private Wrapped() {
    }

    public static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            String rest = word;
            if (!line.isEmpty() && Style.width(line.toString()) + 1 + Style.width(rest) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            while (Style.width(rest) > width && rest.indexOf('\u001b') < 0) {
                int end = rest.offsetByCodePoints(0, width);
                lines.add(rest.substring(0, end));
                rest = rest.substring(end);
            }
            line.append(line.isEmpty() ? "" : " ").append(rest);
        }
        lines.add(line.toString());
        return lines;
    }
}
