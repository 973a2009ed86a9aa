package org.diamondhpc.site.session;

import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.reason.Problem;

/**
 * What the last calls said about a site account.
 *
 * @param since when this state began
 * @param lastSuccess the last healthy answer, where there was one since the start
 * @param nextTry when an unreachable site is tried again
 * @param problem the failure that led here; empty when IDLE or CONNECTED
 * @param connections open connections now
 * @param channelsInUse channels now in use on them
 */
public record SiteHealth(AccountId account, State state, Instant since, Optional<Instant> lastSuccess,
        Optional<Instant> nextTry, Optional<Problem> problem, int connections, int channelsInUse) {
    public enum State {
        /** Nobody asked yet, or nothing is open just now. */
        IDLE,
        CONNECTED,
        /** Connecting fails; the breaker is open until {@link SiteHealth#nextTry}. */
        UNREACHABLE,
        /** A human must log in: {@code diamond login SITE}. Nobody retries. */
        NEEDS_LOGIN,
        /** Key, certificate or host key is refused. Nobody retries until the profile or a key file changes. */
        REFUSED
    }
}
