package org.diamondhpc.bench.dispatch;

import java.util.List;
import java.util.Map;

/**
 * What became of one request.
 *
 * @param task Diamond's id; empty where the request was refused
 * @param site where it ran, empty: nowhere
 * @param job the scheduler's id
 * @param wrong all that is not as it must be, in words; empty: it is right
 */
record Outcome(Dispatch dispatch, String task, String site, String job, String state, Map<String, String> expected,
        Map<String, String> seen, List<String> wrong) {
    static final List<String> HEAD = List.of("request", "style", "form", "shape", "supply", "work", "affinity", "wording",
            "task", "site", "job", "state", "right", "wrong", "expected", "seen", "input");

    Outcome {
        wrong = List.copyOf(wrong);
    }

    boolean right() {
        return wrong.isEmpty();
    }

    List<?> row() {
        Combination c = dispatch.combination();
        return List.of(dispatch.id(), dispatch.style(), dispatch.form(), c.shape(), c.supply(), c.work(), c.affinity(),
                c.wording(), task, site, job, state, right(), String.join("; ", wrong), expected, seen, Json.line(dispatch.input()));
    }
}
