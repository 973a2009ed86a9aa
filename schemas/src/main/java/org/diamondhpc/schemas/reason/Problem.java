package org.diamondhpc.schemas.reason;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * One thing that went wrong, as it travels in events and answers.
 *
 * @param reason the stable code
 * @param detail what happened, in words; never holds a secret
 * @param whatToDo the next step; the reason's own where nothing better is known
 * @param violations the single errors of a bad request, all at once
 */
public record Problem(Reason reason, String detail, String whatToDo, List<Violation> violations) {
    public Problem {
        if (reason == null) {
            throw new IllegalArgumentException("a problem has a reason");
        }
        detail = detail == null ? "" : detail;
        whatToDo = whatToDo == null ? reason.whatToDo() : whatToDo;
        violations = Absent.list(violations);
    }

    public static Problem of(Reason reason, String detail) {
        return new Problem(reason, detail, null, null);
    }

    public static Problem of(Reason reason, List<Violation> violations) {
        String detail = violations.size() == 1 ? violations.getFirst().toString()
                : violations.size() + " errors, the first: " + violations.getFirst();
        return new Problem(reason, detail, null, violations);
    }

    /** For whoever reads texts only: {@code CODE: what happened — what to do}, and each error of a bad request. */
    public String sentence() {
        StringBuilder text = new StringBuilder(reason.name()).append(": ").append(detail).append(" — ").append(whatToDo);
        if (violations.size() > 1) {
            violations.forEach(v -> text.append("\n- ").append(v));
        }
        return text.toString();
    }

    public Outcome outcome() {
        return reason.outcome();
    }

    /** One error of a bad request: where (a JSON pointer) and what. */
    public record Violation(String pointer, String message) {
        @Override
        public String toString() {
            return pointer + ": " + message;
        }
    }
}
