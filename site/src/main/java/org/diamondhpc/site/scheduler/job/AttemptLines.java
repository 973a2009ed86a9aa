package org.diamondhpc.site.scheduler.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.site.scheduler.text.NodeList;

/**
 * Reads what {@code attempts.sh} prints: {@code D N} or {@code D N gone} for each directory, then its files as
 * {@code s|e|c|j|x|r ELEMENT CONTENT} (started, exit, claim, job id, duplicate, removed).
 */
public final class AttemptLines {
    private static final Pattern DIRECTORY = Pattern.compile("D (\\d{1,9})( gone)?");
    private static final Pattern FILE = Pattern.compile("([secjxr]) (-|\\d{1,7}) (.{1,1200})");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.+\\[\\]-]{1,60}");
    private static final Pattern STARTED = Pattern.compile("(\\S{1,60}) (\\d{10,16}) (\\S{1,1000})(?: (\\d{1,6}))?");
    private static final Pattern REMOVED = Pattern.compile("(\\S{1,60}) (\\d{10,16})");
    private static final Pattern EXIT = Pattern.compile("(\\S{1,60}) (\\d{1,3}) (\\d{10,16})(?: (\\w{1,20}))?");

    private AttemptLines() {
    }

    /** @return what lies in each directory, by its number; a directory that was not reached is not in the map */
    public static Map<Integer, AttemptFiles> parse(String text) {
        Map<Integer, AttemptFiles> all = new HashMap<>();
        AttemptFiles.Collector current = null;
        int number = 0;
        for (String line : text.split("\n")) {
            Matcher directory = DIRECTORY.matcher(line);
            Matcher file = FILE.matcher(line);
            if (directory.matches()) {
                if (current != null) {
                    all.put(number, current.files());
                }
                number = Integer.parseInt(directory.group(1));
                current = new AttemptFiles.Collector(directory.group(2) == null);
            } else if (current != null && file.matches()) {
                int element = file.group(2).equals("-") ? AttemptFiles.WHOLE : Integer.parseInt(file.group(2));
                current.add(file.group(1), element, file.group(3).strip());
            }
        }
        if (current != null) {
            all.put(number, current.files());
        }
        return all;
    }

    static Optional<String> id(String content) {
        return ID.matcher(content).matches() ? Optional.of(content) : Optional.empty();
    }

    static Optional<AttemptFiles.Started> started(String content) {
        Matcher m = STARTED.matcher(content);
        return m.matches() && ID.matcher(m.group(1)).matches() ? Optional.of(new AttemptFiles.Started(m.group(1),
                Instant.ofEpochMilli(Long.parseLong(m.group(2))), NodeList.ofJob(m.group(3)),
                m.group(4) == null ? 0 : Integer.parseInt(m.group(4)))) : Optional.empty();
    }

    static Optional<AttemptFiles.Removed> removed(String content) {
        Matcher m = REMOVED.matcher(content);
        return m.matches() && ID.matcher(m.group(1)).matches() ? Optional.of(new AttemptFiles.Removed(m.group(1),
                Instant.ofEpochMilli(Long.parseLong(m.group(2))))) : Optional.empty();
    }

    static Optional<AttemptFiles.Exit> exit(String content) {
        Matcher m = EXIT.matcher(content);
        return m.matches() && ID.matcher(m.group(1)).matches() ? Optional.of(new AttemptFiles.Exit(m.group(1),
                Integer.parseInt(m.group(2)), Instant.ofEpochMilli(Long.parseLong(m.group(3))),
                m.group(4) == null ? "clean" : m.group(4))) : Optional.empty();
    }
}
