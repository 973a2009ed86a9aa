package org.diamondhpc.discovery.domain.staging;

import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;

/**
 * Bytes a second between pairs of ends by each mover, as measured.
 *
 * @param measured by pair and mover; what is missing is taken to reach {@link #ASSUMED}
 */
public record Throughputs(Map<Pair, Double> measured) {
    /** 50 MB/s: what one SFTP stream does on a good wide-area link. */
    public static final double ASSUMED = 50e6;
    /** Below this a transfer's time says more of its set-up than of the link, bytes. */
    public static final long TELLING = 1_000_000;
    private static final double WEIGHT = 0.3;

    public Throughputs {
        measured = Absent.map(measured);
    }

    public static Throughputs none() {
        return new Throughputs(Map.of());
    }

    double of(Pair pair) {
        return measured.getOrDefault(pair, ASSUMED);
    }

    /** The moving average after one more transfer; {@code before} null for the first. */
    public static double learned(Double before, long bytes, double seconds) {
        double now = bytes / Math.max(0.001, seconds);
        return before == null ? now : before + WEIGHT * (now - before);
    }

    /**
     * Two ends, and how bytes get from one to the other.
     *
     * @param from null: Diamond's own store
     * @param mover as events call it
     */
    public record Pair(SiteId from, SiteId to, String mover) {
    }
}
