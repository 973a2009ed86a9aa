package org.diamondhpc.messaging.work;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.arc.All;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.messaging.tx.Database;
import org.jboss.logging.Logger;

/** Takes up due rows, runs each handler on a virtual thread, and keeps their leases alive. */
@Singleton
class WorkDispatcher {
    private static final Logger LOG = Logger.getLogger(WorkDispatcher.class);
    private final Map<String, WorkHandler<?>> handlers = new HashMap<>();
    private final Lanes lanes = new Lanes();
    private final WorkTable table;
    private final Settlement settlement;
    private final InstanceLock instance;
    private final Database database;
    private final WorkNudge nudge;
    private final WorkConfig config;
    private final MeterRegistry meters;
    private volatile boolean stopped;
    private Thread loop;
    private Thread heartbeat;

    WorkDispatcher(@All List<WorkHandler<?>> handlers, WorkTable table, Settlement settlement, InstanceLock instance,
            Database database, WorkNudge nudge, WorkConfig config, MeterRegistry meters) {
        for (WorkHandler<?> handler : handlers) {
            if (this.handlers.put(handler.kind(), handler) != null) {
                throw new IllegalStateException("two handlers for " + handler.kind());
            }
        }
        this.table = table;
        this.settlement = settlement;
        this.instance = instance;
        this.database = database;
        this.nudge = nudge;
        this.config = config;
        this.meters = meters;
    }

    void start(@Observes StartupEvent event) {
        if (config.enabled() && !handlers.isEmpty()) {
            meters.gauge("diamond.work.running", lanes, Lanes::running);
            loop = Thread.ofPlatform().daemon().name("work-dispatcher").start(this::dispatch);
        }
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopped = true;
        if (loop == null) {
            return;
        }
        loop.interrupt();
        loop.join(Duration.ofSeconds(2));
        if (!lanes.awaitIdle(config.grace().toNanos())) {
            LOG.infof("%d pieces of work are left to the next start", lanes.running());
        }
        if (heartbeat != null) {
            heartbeat.interrupt();
        }
        instance.release();
    }

    private void dispatch() {
        if (!takeName()) {
            return;
        }
        heartbeat = Thread.ofPlatform().daemon().name("work-heartbeat").start(this::beat);
        while (!stopped) {
            try {
                if (claim() == 0) {
                    nudge.await(config.poll());
                }
            } catch (InterruptedException e) {
                // Asked to stop; the loop looks at the flag.
            } catch (RuntimeException | Error e) {
                if (!stopped) {
                    LOG.warnf("No work is taken up for now: %s", e.getMessage());
                    sleep(config.poll());
                }
            }
        }
    }

    private boolean takeName() {
        while (!stopped) {
            try {
                if (instance.hold()) {
                    int own = table.reclaim(instance.name());
                    LOG.infof("Instance %s takes up %d pieces of work of its former life", instance.name(), own);
                }
                return true;
            } catch (SQLException | RuntimeException e) {
                LOG.warnf("Waiting for the database: %s", e.getMessage());
                sleep(config.poll());
            }
        }
        return false;
    }

    private int claim() {
        int room = config.total() - lanes.running();
        if (room <= 0) {
            return 0;
        }
        List<Claim> claims = table.claim(handlers.keySet(), lanes.perLane(), config.perLane(), room,
                instance.name(), config.lease());
        for (Claim claim : claims) {
            WorkRun<?> run = run(claim, handlers.get(claim.kind()));
            lanes.enter(run);
            Thread.ofVirtual().name("work-" + claim.kind() + "-" + claim.key()).start(() -> work(run));
        }
        return claims.size();
    }

    private <P> WorkRun<P> run(Claim claim, WorkHandler<P> handler) {
        return new WorkRun<>(claim, handler, settlement);
    }

    private void work(WorkRun<?> run) {
        Claim claim = run.claim();
        Timer.Sample sample = Timer.start(meters);
        ManagedContext request = Arc.container().requestContext();
        request.activate();
        String result = "failed";
        try {
            result = CurrentTrace.with(claim.trace(), () -> {
                WorkOutcome outcome = run.call();
                settlement.settle(claim, outcome);
                return outcome instanceof WorkOutcome.Done ? "done" : "again";
            });
        } catch (LeaseLost e) {
            result = "lost";
            LOG.info(e.getMessage());
        } catch (Throwable e) {
            LOG.warnf(e, "Work %s %s failed; it is kept and tried again", claim.kind(), claim.key());
            settlement.failed(claim, e);
        } finally {
            request.terminate();
            lanes.leave(run);
            sample.stop(meters.timer("diamond.work.run", "kind", claim.kind(), "result", result));
            nudge.soon();
        }
    }

    private void beat() {
        Duration pause = config.lease().dividedBy(3);
        while (!stopped || lanes.running() > 0) {
            try {
                Thread.sleep(pause);
                instance.hold();
                List<Claim> claims = lanes.runs().stream().map(WorkRun::claim).toList();
                if (!claims.isEmpty()) {
                    Set<UUID> lost = table.renew(claims, config.lease());
                    lost.forEach(lanes::lost);
                }
            } catch (InterruptedException e) {
                return;
            } catch (SQLException | RuntimeException | Error e) {
                LOG.warnf("Leases are not renewed this time: %s", e.getMessage());
            }
        }
    }

    private void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            LOG.debug("woken to stop");
        }
    }
}
