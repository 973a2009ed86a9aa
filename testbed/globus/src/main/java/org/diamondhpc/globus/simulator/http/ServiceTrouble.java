package org.diamondhpc.globus.simulator.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Trouble of the service itself, as switched on: refusals, lost answers, slowness. */
public final class ServiceTrouble {
    private static final class Switch {
        private final int status;
        private final String call;
        private int times;

        private Switch(int status, String call, int times) {
            this.status = status;
            this.call = call;
            this.times = times;
        }
    }

    private static final int LOST = 0;

    private final List<Switch> switches = new ArrayList<>();
    private volatile Duration slow = Duration.ZERO;

    /**
     * The next calls fail with 429, 500, 502 or 503, before anything is done.
     *
     * @param call as {@link RequestCounts} names them, or a part of it; empty for every call
     */
    public synchronized void fail(int status, String call, int times) {
        body(status);
        switches.add(new Switch(status, call, times));
    }

    /** The next calls are done, but the connection is cut before the answer. */
    public synchronized void loseAnswer(String call, int times) {
        switches.add(new Switch(LOST, call, times));
    }

    /** Every call takes so much longer. */
    public void slowDown(Duration delay) {
        slow = delay;
    }

    public synchronized void heal() {
        switches.clear();
        slow = Duration.ZERO;
    }

    void delay() {
        try {
            Thread.sleep(slow.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void refuse(String call) {
        for (Switch s : switches) {
            if (s.status != LOST && taken(s, call)) {
                throw body(s.status);
            }
        }
    }

    synchronized boolean losesAnswerOf(String call) {
        return switches.stream().anyMatch(s -> s.status == LOST && taken(s, call));
    }

    private static boolean taken(Switch s, String call) {
        if (s.times == 0 || !call.contains(s.call)) {
            return false;
        }
        s.times--;
        return true;
    }

    private static Refusal body(int status) {
        return switch (status) {
            case 429 -> Refusal.of(429, "TooManyRequests", "Rate limit exceeded").with("Retry-After", "1");
            case 500 -> Refusal.of(500, "InternalError", "An internal error occurred");
            case 502 -> Refusal.of(502, "ExternalError", "The endpoint could not be reached");
            case 503 -> Refusal.of(503, "ServiceUnavailable", "The service is down for maintenance")
                    .with("Retry-After", "1");
            default -> throw new IllegalArgumentException("no trouble of status " + status + ", but 429, 500, 502, 503");
        };
    }
}
