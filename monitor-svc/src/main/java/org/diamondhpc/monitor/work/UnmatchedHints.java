package org.diamondhpc.monitor.work;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.site.scheduler.Hint;

/**
 * Hints of jobs not under watch yet: a short job can end before its {@code JobSubmitted} has come round. Bounded, since
 * hints are only a shortcut; the next look finds what is dropped here.
 */
final class UnmatchedHints {
    private static final int MAX_ATTEMPTS = 2000;

    private final Map<AttemptId, List<Hint>> byAttempt = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<AttemptId, List<Hint>> eldest) {
            return size() > MAX_ATTEMPTS;
        }
    };

    void keep(Hint hint) {
        byAttempt.computeIfAbsent(hint.attempt(), a -> new ArrayList<>()).add(hint);
    }

    List<Hint> take(AttemptId attempt) {
        List<Hint> hints = byAttempt.remove(attempt);
        return hints == null ? List.of() : hints;
    }
}
