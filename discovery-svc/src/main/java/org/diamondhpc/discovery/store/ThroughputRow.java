package org.diamondhpc.discovery.store;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.diamondhpc.discovery.domain.staging.Throughputs;

/** What transfers between two ends reach. */
@Entity
@Table(name = "throughput")
public class ThroughputRow {
    @EmbeddedId
    private ThroughputId id;
    private double bytesPerSecond;
    private Instant updatedAt;

    protected ThroughputRow() {
    }

    ThroughputRow(ThroughputId id) {
        this.id = id;
    }

    ThroughputId id() {
        return id;
    }

    double bytesPerSecond() {
        return bytesPerSecond;
    }

    void learn(long bytes, double seconds, Instant now) {
        bytesPerSecond = Throughputs.learned(updatedAt == null ? null : bytesPerSecond, bytes, seconds);
        updatedAt = now;
    }
}
