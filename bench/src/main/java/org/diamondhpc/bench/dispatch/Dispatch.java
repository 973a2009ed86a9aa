package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One request.
 *
 * @param input of the skill {@code submit_task}
 * @param form what of the style it uses, in a word or two, for the table of failures
 * @param ranks files that the processes of a program leave, one each; 0 where it is none
 */
record Dispatch(Style style, Combination combination, Map<String, Object> input, Wanted wanted, String form, int ranks) {
    String id() {
        return combination.name() + "-" + style.word();
    }

    /** All 432, styles side by side, so that every part of a run has each. */
    static List<Dispatch> all() {
        List<Dispatch> all = new ArrayList<>();
        for (Combination combination : Combination.all()) {
            Stream.of(Style.values()).map(style -> of(style, combination)).forEach(all::add);
        }
        return all;
    }

    private static Dispatch of(Style style, Combination combination) {
        return switch (style) {
            case EXACT -> new ExactRequest(combination, false).dispatch();
            case OPEN -> new ExactRequest(combination, true).dispatch();
            case VERBATIM -> new VerbatimRequest(combination).dispatch();
            case DESCRIPTIVE -> new DescriptiveRequest(combination).dispatch();
        };
    }
}
