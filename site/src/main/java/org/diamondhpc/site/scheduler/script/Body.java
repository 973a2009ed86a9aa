package org.diamondhpc.site.scheduler.script;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a script's own lines count on: variables of its scheduler, launchers, commands of its site. */
final class Body {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ksh", "zsh");
    private static final Pattern FIRST = Pattern.compile("#!\\s*(?:\\S*/)?(?:env\\s+(?:-S\\s+)?)?(\\S*/)?([^\\s/]+).*");
    private static final Pattern HERE = Pattern.compile("(?:^|[;&|({\\s])(\\./[A-Za-z0-9_][A-Za-z0-9_.+/-]*)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final Pattern SETTLED = Pattern.compile("\\bexport ([A-Za-z_][A-Za-z0-9_]*)|\\b([a-z_]+)\\(\\) \\{");

    private final List<String> lines;
    /** Lines that {@link Prelude} put there before. */
    private final BitSet carried = new BitSet();

    Body(List<String> lines) {
        this.lines = lines;
        for (int i = 0, begin = -1; i < lines.size(); i++) {
            if (lines.get(i).startsWith(Prelude.BEGIN)) {
                begin = i;
            } else if (begin >= 0 && lines.get(i).equals(Prelude.END)) {
                carried.set(begin, i);
                begin = -1;
            }
        }
    }

    /** Whether lines of sh can stand before its first one. */
    boolean shell() {
        if (!lines.isEmpty() && lines.get(0).startsWith("#!")) {
            Matcher first = FIRST.matcher(lines.get(0));
            return first.matches() && SHELLS.contains(first.group(2));
        }
        return true;
    }

    /** Variables and launchers that a script which was carried before brings along. */
    Set<String> settled() {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < lines.size(); i++) {
            if (carried.get(i)) {
                Matcher m = SETTLED.matcher(lines.get(i));
                while (m.find()) {
                    names.add(m.group(1) == null ? m.group(2) : m.group(1));
                }
            }
        }
        return names;
    }

    /** Names of the family's variables with the first line each stands in, from 1. */
    Map<String, Integer> variables(ScriptReader reader) {
        Map<String, Integer> found = new TreeMap<>();
        scan((line, at) -> {
            Matcher names = NAME.matcher(line);
            while (names.find()) {
                String name = names.group();
                if (reader.prefixes().stream().anyMatch(name::startsWith)
                        || reader.variables().containsKey(name) && mentioned(line, names.start())) {
                    found.putIfAbsent(name, at);
                }
            }
        });
        return found;
    }

    /** Short names such as JOB_ID may also be a script's own words: a dollar, sums or an environment's look-up tell. */
    private static boolean mentioned(String line, int at) {
        String before = line.substring(Math.max(0, at - 16), at);
        return line.lastIndexOf("((", at) > line.lastIndexOf("))", at) || before.matches("(?s).*(\\$|\\$\\{[#!]?|environ\\[.|getenv\\(.|environ\\.get\\(.|ENV\\[.|ENV\\{.?)$");
    }

    /** Launchers with the lines they stand in; where another program starts one the line is negative. */
    Map<Launcher, List<Integer>> launchers() {
        Map<Launcher, List<Integer>> found = new EnumMap<>(Launcher.class);
        scan((line, at) -> {
            for (Launcher launcher : Launcher.values()) {
                Matcher m = launcher.pattern().matcher(line);
                if (m.find()) {
                    found.computeIfAbsent(launcher, l -> new ArrayList<>()).add(m.group(1) == null ? at : -at);
                }
            }
        });
        return found;
    }

    /** Commands of the family's that the script calls. */
    Map<String, Integer> tools(ScriptReader reader) {
        Map<String, Integer> found = new TreeMap<>();
        scan((line, at) -> {
            for (String tool : reader.tools()) {
                if (line.matches("(?:.*[;&|({`]|.*\\b(?:then|do|else))?\\s*" + Pattern.quote(tool) + "(\\s.*|$)")) {
                    found.putIfAbsent(tool, at);
                }
            }
        });
        return found;
    }

    /** Programs it expects beside itself. */
    Set<String> neighbours() {
        Set<String> found = new TreeSet<>();
        scan((line, at) -> {
            Matcher m = HERE.matcher(line);
            while (m.find()) {
                found.add(m.group(1));
            }
        });
        return found;
    }

    private interface Visit {
        void line(String text, int number);
    }

    private void scan(Visit visit) {
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).stripLeading().startsWith("#") && !carried.get(i)) {
                visit.line(lines.get(i), i + 1);
            }
        }
    }
}
