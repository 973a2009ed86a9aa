package org.diamondhpc.site.scheduler.text;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a composite command's answer. The site prints {@code \nMARK begin NAME\n}, the part's own output and
 * {@code \nMARK end NAME RC\n}, with a mark made at random for each command, so that nothing a part prints (a job's
 * name, a banner) can be taken for a frame.
 */
public final class Sections {
    private final Map<String, Section> byName = new LinkedHashMap<>();

    /** @param output the program's own, and nothing less than all of it */
    public static Sections parse(String output, String mark) {
        Sections sections = new Sections();
        String begin = "\n" + mark + " begin ";
        String text = "\n" + output;
        for (int at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
            int lineEnd = text.indexOf('\n', at + begin.length());
            if (lineEnd < 0) {
                break;
            }
            String name = text.substring(at + begin.length(), lineEnd);
            String end = "\n" + mark + " end " + name + " ";
            int stop = text.indexOf(end, lineEnd);
            int stopEnd = stop < 0 ? -1 : text.indexOf('\n', stop + end.length());
            if (stopEnd >= 0) {
                String body = stop <= lineEnd ? "" : text.substring(lineEnd + 1, stop);
                sections.byName.put(name, new Section(body, status(text.substring(stop + end.length(), stopEnd))));
            }
        }
        return sections;
    }

    /** A part that did not come whole is one that failed. */
    public Section get(String name) {
        return byName.getOrDefault(name, new Section("", Section.MISSING));
    }

    public boolean has(String name) {
        return byName.containsKey(name);
    }

    private static int status(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return Section.MISSING;
        }
    }

    /** One part. @param rc the part's exit status */
    public record Section(String text, int rc) {
        static final int MISSING = -1;

        public boolean ok() {
            return rc == 0;
        }

        /** What was said, in one line for people. */
        public String said() {
            String line = text.strip().replaceAll("\\s*\\R\\s*", " | ");
            String shown = line.length() > 400 ? line.substring(0, 400) + "…" : line;
            return rc == MISSING ? "no answer" : shown.isEmpty() ? "exit " + rc : shown;
        }
    }
}
