package org.diamondhpc.messaging.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.DatabaseException;
import org.jboss.logging.Logger;

/** Counts the tables every few seconds. */
@Singleton
class QueueSampler {
    private static final Logger LOG = Logger.getLogger(QueueSampler.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private final Database database;
    private final AtomicReference<OutboxState> outbox = new AtomicReference<>(new OutboxState(0, 0, 0));
    private final MultiGauge depth;
    private final MultiGauge failing;
    private Thread loop;

    QueueSampler(Database database, MeterRegistry meters) {
        this.database = database;
        meters.gauge("diamond.outbox.rows", outbox, state -> state.get().rows());
        meters.gauge("diamond.outbox.parked", outbox, state -> state.get().parked());
        meters.gauge("diamond.outbox.lag.seconds", outbox, state -> state.get().lagSeconds());
        depth = MultiGauge.builder("diamond.work.depth").baseUnit("rows").register(meters);
        failing = MultiGauge.builder("diamond.work.failing").baseUnit("rows").register(meters);
    }

    void start(@Observes StartupEvent event) {
        loop = Thread.ofVirtual().name("queue-sampler").start(this::run);
    }

    void stop(@Observes ShutdownEvent event) {
        if (loop != null) {
            loop.interrupt();
        }
    }

    private void run() {
        try {
            while (true) {
                sample();
                Thread.sleep(EVERY);
            }
        } catch (InterruptedException e) {
            LOG.debug("asked to stop");
        }
    }

    void sample() {
        try {
            outbox.set(database.with(QueueSampler::readOutbox));
            List<LaneState> lanes = database.with(QueueSampler::readWork);
            depth.register(lanes.stream().map(lane -> MultiGauge.Row.of(lane.tags(), lane.rows())).toList(), true);
            failing.register(lanes.stream().map(lane -> MultiGauge.Row.of(lane.tags(), lane.failing())).toList(), true);
        } catch (DatabaseException e) {
            LOG.debugf("the tables are not counted this time: %s", e.getMessage());
        }
    }

    private static OutboxState readOutbox(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("select count(*), count(parked_at),"
                + " coalesce(extract(epoch from clock_timestamp() - min(created_at)"
                + " filter (where parked_at is null)), 0) from outbox");
                ResultSet row = select.executeQuery()) {
            row.next();
            return new OutboxState(row.getLong(1), row.getLong(2), row.getDouble(3));
        }
    }

    private static List<LaneState> readWork(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("select kind, lane, count(*),"
                + " count(*) filter (where failures > 0) from work_item group by kind, lane");
                ResultSet row = select.executeQuery()) {
            List<LaneState> lanes = new ArrayList<>();
            while (row.next()) {
                lanes.add(new LaneState(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4)));
            }
            return lanes;
        }
    }

    private record OutboxState(long rows, long parked, double lagSeconds) { }

    private record LaneState(String kind, String lane, long rows, long failing) {
        Tags tags() {
            return Tags.of("kind", kind, "lane", lane);
        }
    }
}
