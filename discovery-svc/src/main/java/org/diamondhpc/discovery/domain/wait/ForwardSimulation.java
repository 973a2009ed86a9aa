package org.diamondhpc.discovery.domain.wait;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Played;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** Predicts by playing the visible queue forward, all jobs running to their limits. */
public final class ForwardSimulation implements WaitPredictor {
    @Override
    public Forecast forecast(SiteSnapshot snapshot) {
        QueueReading queue = new QueueReading(snapshot);
        Outlook nodes = NodeReading.read(snapshot);
        Map<Integer, Played> played = new ConcurrentHashMap<>();
        return new SimulatedForecast(snapshot, new Limits(snapshot), queue,
                tier -> played.computeIfAbsent(tier, t -> EasyBackfill.play(nodes, queue.ahead(t))));
    }
}
