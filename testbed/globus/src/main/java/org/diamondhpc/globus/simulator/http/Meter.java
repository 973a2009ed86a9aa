package org.diamondhpc.globus.simulator.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.diamondhpc.globus.simulator.model.Limits;

/** Requests of each identity over a sliding window. */
public final class Meter {
    private final Map<String, Deque<Instant>> seen = new HashMap<>();
    private final Limits limits;
    private final Clock clock;

    public Meter(Limits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** @throws Refusal 429, with the whole seconds after which the window has room again */
    public synchronized void pass(String identity) {
        Instant now = clock.instant();
        Deque<Instant> window = seen.computeIfAbsent(identity, i -> new ArrayDeque<>());
        while (!window.isEmpty() && window.peekFirst().plus(limits.meteredOver()).isBefore(now)) {
            window.removeFirst();
        }
        if (window.size() >= limits.requestsPerSecond() * limits.meteredOver().toSeconds()) {
            Duration wait = Duration.between(now, window.peekFirst().plus(limits.meteredOver()));
            throw Refusal.of(429, "TooManyRequests", "Rate limit exceeded")
                    .with("Retry-After", String.valueOf(wait.toSeconds() + 1));
        }
        window.addLast(now);
    }
}
