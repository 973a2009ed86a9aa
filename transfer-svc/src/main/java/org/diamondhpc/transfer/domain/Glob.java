package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for paths relative to a working directory: {@code *}, {@code ?}, {@code [a-z]}, {@code [!a-z]} inside a
 * name and {@code **} for any depth. As in a shell, a name that begins with a dot is matched only by a pattern that
 * does too, and a {@code [} that is not closed stands for itself. Matching takes time proportional to the product of
 * both lengths, whatever the pattern.
 */
public final class Glob {
    private static final String ANY_DEPTH = "**";

    /** One step down the path. */
    private sealed interface Step {
        record Depth() implements Step { }

        record Name(GlobName name) implements Step { }
    }

    private final String text;
    private final List<Step> steps;

    private Glob(String text, List<Step> steps) {
        this.text = text;
        this.steps = steps;
    }

    public static Glob of(String text) {
        List<Step> steps = new ArrayList<>();
        for (String name : text.split("/", -1)) {
            steps.add(name.equals(ANY_DEPTH) ? new Step.Depth() : new Step.Name(GlobName.of(name)));
        }
        if (steps.getLast() instanceof Step.Depth) {
            steps.add(new Step.Name(GlobName.of("*")));
        }
        return new Glob(text, steps);
    }

    /** Whether it names exactly one path. */
    public boolean literal() {
        return steps.stream().allMatch(s -> s instanceof Step.Name n && n.name().literal());
    }

    public boolean matches(String path) {
        String[] parts = path.split("/", -1);
        boolean[] reached = new boolean[parts.length + 1];
        reached[0] = true;
        for (Step step : steps) {
            boolean[] next = new boolean[parts.length + 1];
            for (int i = 0; i <= parts.length; i++) {
                switch (step) {
                    case Step.Depth depth -> next[i] =
                            reached[i] || i > 0 && next[i - 1] && !parts[i - 1].startsWith(".");
                    case Step.Name name -> next[i] = i > 0 && reached[i - 1] && name.name().matches(parts[i - 1]);
                }
            }
            reached = next;
        }
        return reached[parts.length];
    }

    /**
     * A POSIX extended regular expression for {@code find -regex}, over bytes and with the leading {@code ./}. It
     * matches every path this glob matches and few others; who uses it asks {@link #matches} again.
     */
    public String findRegex() {
        StringBuilder regex = new StringBuilder("\\./");
        for (int i = 0; i < steps.size(); i++) {
            boolean last = i == steps.size() - 1;
            switch (steps.get(i)) {
                case Step.Depth depth -> regex.append("([^/.][^/]*/)*");
                case Step.Name name -> regex.append(name.name().regex()).append(last ? "" : "/");
            }
        }
        return regex.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
