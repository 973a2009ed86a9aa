package org.diamondhpc.site.session;

import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/**
 * A call to a site that gave no healthy answer. {@link #outcome()} is the contract: TEMPORARY and PERMANENT mean that
 * nothing happened at the site, UNKNOWN that it may have.
 */
public final class SiteException extends DiamondException {
    private final transient Instant retryAt;

    private SiteException(Problem problem, Instant retryAt, Throwable cause) {
        super(problem, cause);
        this.retryAt = retryAt;
    }

    public static SiteException of(Reason reason, String detail) {
        return of(reason, detail, (Throwable) null);
    }

    public static SiteException of(Reason reason, String detail, Throwable cause) {
        return new SiteException(Problem.of(reason, detail), null, cause);
    }

    /** With a next step more exact than the reason's own. */
    public static SiteException of(Reason reason, String detail, String whatToDo) {
        return new SiteException(new Problem(reason, detail, whatToDo, null), null, null);
    }

    /** A failure that is taken as lasting until an instant, after so many tries in a row. */
    public static SiteException until(Problem problem, Instant retryAt, int failures) {
        String detail = "%s (%d tries failed, the next is at %s)".formatted(problem.detail(), failures, retryAt);
        Problem open = new Problem(problem.reason(), detail, problem.whatToDo(), problem.violations());
        return new SiteException(open, retryAt, null);
    }

    /** The same failure for one more caller, with that caller's stack. */
    public static SiteException again(Problem problem, Throwable cause) {
        return new SiteException(problem, null, cause);
    }

    public Outcome outcome() {
        return reason().outcome();
    }

    /** When the next try is worth it, where that is known. */
    public Optional<Instant> retryAt() {
        return Optional.ofNullable(retryAt);
    }
}
