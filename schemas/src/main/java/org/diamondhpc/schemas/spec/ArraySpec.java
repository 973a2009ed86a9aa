package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Many runs of one program; each finds its index in {@code DIAMOND_ARRAY_INDEX}.
 *
 * @param indices as schedulers write it: {@code 1-10}, {@code 0-20:5}, {@code 1,3,7-9}
 * @param maxConcurrent how many run at one time; absent: no cap
 */
public record ArraySpec(String indices, Integer maxConcurrent) {
    /** The most widespread scheduler's default; sites that allow more are rare. */
    public static final int MAX_SIZE = 1000;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6})(?::(\\d{1,6}))?)?");

    /**
     * The single indices, ascending, without duplicates.
     *
     * @throws IllegalArgumentException where the text is no list of ranges or holds more than {@link #MAX_SIZE}
     */
    @JsonIgnore
    public List<Integer> expanded() {
        TreeSet<Integer> all = new TreeSet<>();
        for (String part : indices.split(",", -1)) {
            Matcher m = RANGE.matcher(part.strip());
            if (!m.matches()) {
                throw new IllegalArgumentException("array indices are written like 1-10, 0-20:5 or 1,3,7-9");
            }
            add(all, m);
        }
        return new ArrayList<>(all);
    }

    private static void add(TreeSet<Integer> all, Matcher m) {
        int first = Integer.parseInt(m.group(1));
        int last = m.group(2) == null ? first : Integer.parseInt(m.group(2));
        int step = m.group(3) == null ? 1 : Integer.parseInt(m.group(3));
        if (last < first || step < 1) {
            throw new IllegalArgumentException("an array range ascends");
        }
        for (int i = first; i <= last; i += step) {
            all.add(i);
            if (all.size() > MAX_SIZE) {
                throw new IllegalArgumentException("an array has at most " + MAX_SIZE + " elements");
            }
        }
    }
}
