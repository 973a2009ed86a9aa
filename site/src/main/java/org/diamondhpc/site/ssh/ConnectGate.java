package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.sshd.client.session.ClientSession;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;

/**
 * Whether an account may try to connect. Unreachable hosts are left alone for growing pauses; a refused login is not
 * tried again until a key file changes or a human logs in, since sites lock accounts out.
 */
final class ConnectGate {
    private final SshSettings settings;
    private final Clock clock;
    private final List<Path> credentials;
    private Breaker breaker = Breaker.CLOSED;
    private SiteException refusal;
    private List<Long> refusedStamps;

    ConnectGate(SshSettings settings, Clock clock, List<Path> credentials) {
        this.settings = settings;
        this.clock = clock;
        this.credentials = credentials;
    }

    /** Tries to connect, or throws at once why that is not worth it now. */
    ClientSession pass(Supplier<ClientSession> dial) {
        check();
        try {
            ClientSession session = dial.get();
            opened();
            return session;
        } catch (SiteException e) {
            failed(e);
            throw e;
        }
    }

    synchronized void opened() {
        breaker = Breaker.CLOSED;
        refusal = null;
    }

    synchronized void failed(SiteException failure) {
        if (failure.reason() == Reason.SITE_AUTH_REFUSED || failure.reason() == Reason.SITE_NEEDS_LOGIN) {
            refusal = failure;
            refusedStamps = stamps();
            breaker = Breaker.CLOSED;
        } else {
            breaker = breaker.failed(failure, clock.instant(), ThreadLocalRandom.current().nextDouble(), settings);
        }
    }

    synchronized boolean refuses() {
        return breaker.refuses(clock.instant()) || refusal().isPresent();
    }

    /** The refused or missing login; a changed key file makes it worth another try. */
    synchronized Optional<SiteException> refusal() {
        if (refusal != null && !stamps().equals(refusedStamps)) {
            refusal = null;
        }
        return Optional.ofNullable(refusal);
    }

    synchronized Breaker breaker() {
        return breaker;
    }

    private synchronized void check() {
        // That a login is needed is found out here and not at the site, so looking again costs nothing.
        refusal().filter(e -> e.reason() == Reason.SITE_AUTH_REFUSED).ifPresent(e -> {
            throw SiteException.again(e.problem(), e);
        });
        Instant now = clock.instant();
        if (breaker.refuses(now)) {
            throw SiteException.until(breaker.last().problem(), breaker.openUntil(), breaker.failures());
        }
    }

    private List<Long> stamps() {
        return credentials.stream().map(file -> {
            try {
                return Files.getLastModifiedTime(file).toMillis();
            } catch (IOException e) {
                return -1L;
            }
        }).toList();
    }
}
