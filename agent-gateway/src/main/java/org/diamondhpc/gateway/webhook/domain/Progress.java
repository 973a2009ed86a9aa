package org.diamondhpc.gateway.webhook.domain;

import java.time.Duration;
import java.time.Instant;

/**
 * How far a webhook has come. One wake is under way at a time, so the order is kept.
 *
 * @param delivered the number of the last wake that was taken
 * @param failures tries of the next one in a row that failed
 * @param lastStatus the last answer; null: there was none
 * @param lastError what went wrong last; null: nothing
 * @param nextTryAt not before; null: at once
 */
public record Progress(HookState state, long delivered, int failures, Integer lastStatus, String lastError,
        Instant failingSince, Instant nextTryAt) {
    private static final int GONE = 410;

    /**
     * When to try again and when no longer.
     *
     * @param first the pause after the first failure, doubled with each further one
     * @param longest the pause never exceeds this, unless the receiver asks for more
     * @param giveUpAfter failing for so long is enough
     */
    public record Patience(Duration first, Duration longest, Duration giveUpAfter) {
    }

    public static Progress from(long delivered) {
        return new Progress(HookState.ACTIVE, delivered, 0, null, null, null, null);
    }

    /**
     * After a try of wake {@code number}.
     *
     * @param chance from 0 to 1: where between half and the whole of the pause to try again, so that many hooks of one
     *     receiver do not come at once
     */
    public Progress after(long number, Tried tried, Instant now, double chance, Patience patience) {
        return switch (tried) {
            case Tried.Answered a when a.status() >= 200 && a.status() < 300 ->
                    new Progress(HookState.ACTIVE, number, 0, a.status(), null, null, null);
            case Tried.Answered a when a.status() == GONE -> failed(HookState.GONE, a.status(), "answered 410 Gone", now,
                    null);
            case Tried.Answered a -> again(a.status(), words(a.status()), now, pause(a.retryAfter(), chance, patience),
                    patience);
            case Tried.Unanswered u -> again(null, u.why(), now, pause(null, chance, patience), patience);
        };
    }

    /** From another number on, at once. */
    public Progress restarted(long from) {
        return new Progress(HookState.ACTIVE, from, 0, lastStatus, lastError, null, null);
    }

    private Progress again(Integer status, String error, Instant now, Duration pause, Patience patience) {
        Instant since = failingSince == null ? now : failingSince;
        boolean enough = !now.isBefore(since.plus(patience.giveUpAfter()));
        return failed(enough ? HookState.GIVEN_UP : HookState.ACTIVE, status, error, now,
                enough ? null : now.plus(pause));
    }

    private Progress failed(HookState next, Integer status, String error, Instant now, Instant nextTry) {
        return new Progress(next, delivered, failures + 1, status, error, failingSince == null ? now : failingSince,
                nextTry);
    }

    private Duration pause(Duration asked, double chance, Patience patience) {
        long whole = Math.min(patience.longest().toMillis(), patience.first().toMillis() << Math.min(failures, 20));
        Duration own = Duration.ofMillis((long) (whole * (0.5 + chance / 2)));
        return asked != null && asked.compareTo(own) > 0 ? asked : own;
    }

    private static String words(int status) {
        return "answered " + status + (status / 100 == 3 ? "; redirects are not followed" : "");
    }
}
