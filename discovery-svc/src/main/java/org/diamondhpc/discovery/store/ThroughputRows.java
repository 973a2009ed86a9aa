package org.diamondhpc.discovery.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.staging.Throughputs.Pair;

/** What transfers between pairs of ends reach. Every method needs a transaction. */
@ApplicationScoped
public class ThroughputRows {
    private final EntityManager entities;

    ThroughputRows(EntityManager entities) {
        this.entities = entities;
    }

    public Throughputs all() {
        Map<Pair, Double> measured = new HashMap<>();
        entities.createQuery("from ThroughputRow", ThroughputRow.class).getResultList()
                .forEach(row -> measured.put(row.id().pair(), row.bytesPerSecond()));
        return new Throughputs(measured);
    }

    public void learn(Pair pair, long bytes, double seconds, Instant now) {
        ThroughputId id = ThroughputId.of(pair);
        ThroughputRow row = entities.find(ThroughputRow.class, id);
        if (row == null) {
            row = new ThroughputRow(id);
            row.learn(bytes, seconds, now);
            entities.persist(row);
        } else {
            row.learn(bytes, seconds, now);
        }
    }
}
