package org.diamondhpc.site.scheduler.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A job's id as Slurm prints it: {@code 123}, {@code 123_4}, {@code 123_[5-100%4]}, {@code 123_[1,3,7-9:2]},
 * {@code 123+0} (heterogeneous), {@code 123;cluster} (federation), and steps {@code 123_4.batch}.
 *
 * @param base the id its commands take
 * @param element text after the underscore; absent: none
 * @param component of a heterogeneous job; absent: none
 * @param step absent: the allocation itself
 */
public record JobId(String base, Optional<String> element, Optional<String> component, Optional<String> step) {
    private static final Pattern FORM = Pattern.compile(
            "(\\d{1,12})(?:_(\\d{1,9}|\\[[^\\]]*\\]?|\\*))?(?:\\+(\\d{1,6}))?(?:\\.(\\S{1,40}))?(?:;\\S+)?");
    private static final int MOST = 100_000;

    public static Optional<JobId> parse(String text) {
        Matcher m = FORM.matcher(text.strip());
        return m.matches() ? Optional.of(new JobId(m.group(1), Optional.ofNullable(m.group(2)),
                Optional.ofNullable(m.group(3)), Optional.ofNullable(m.group(4)))) : Optional.empty();
    }

    /** The array's elements this stands for; empty where it is not an element or its list was cut short. */
    public List<Integer> elements() {
        List<Integer> all = new ArrayList<>();
        String list = element.orElse("").replaceAll("%\\d+", "").replaceAll("[\\[\\]]", "");
        for (String range : list.split(",")) {
            Matcher m = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?").matcher(range);
            if (m.matches()) {
                int first = Integer.parseInt(m.group(1));
                int last = m.group(2) == null ? first : Integer.parseInt(m.group(2));
                int step = m.group(3) == null ? 1 : Math.max(1, Integer.parseInt(m.group(3)));
                for (long i = first; i <= last && all.size() < MOST; i += step) {
                    all.add((int) i);
                }
            }
        }
        return all;
    }

    /** Whether this stands for elements that still wait, as one row. */
    public boolean waitingElements() {
        return element.filter(e -> e.startsWith("[") || e.equals("*")).isPresent();
    }

    /** Ascending indices in the scheduler's own notation, {@code 1-3,7}. */
    public static String ranges(List<Integer> indices) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < indices.size();) {
            int j = i;
            while (j + 1 < indices.size() && indices.get(j + 1) == indices.get(j) + 1) {
                j++;
            }
            text.append(text.isEmpty() ? "" : ",").append(indices.get(i));
            if (j > i) {
                text.append('-').append(indices.get(j));
            }
            i = j + 1;
        }
        return text.toString();
    }
}
