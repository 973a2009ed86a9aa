package org.diamondhpc.gateway.policy;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.WorkQueue;

/** Forgets answers whose retention is over; one row of the work table, so one replica does it at a time. */
@ApplicationScoped
class IdempotencySweep implements WorkHandler<IdempotencySweep.Nothing> {
    private static final String KIND = "idempotency-sweep";
    private static final Duration EVERY = Duration.ofMinutes(30);

    private final Idempotency idempotency;
    private final WorkQueue work;
    private final GatewayConfig config;
    private final Clock clock;

    IdempotencySweep(Idempotency idempotency, WorkQueue work, GatewayConfig config, Clock clock) {
        this.idempotency = idempotency;
        this.work = work;
        this.config = config;
        this.clock = clock;
    }

    /** There is nothing to say. */
    record Nothing(boolean sweep) {
    }

    void start(@Observes StartupEvent event) {
        QuarkusTransaction.requiringNew().run(() ->
                work.enqueue(new NewWork(KIND, "all", KIND, new Nothing(true))));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Nothing> payload() {
        return Nothing.class;
    }

    @Override
    public WorkOutcome work(Work<Nothing> row) {
        return WorkOutcome.again(EVERY, "swept", () ->
                idempotency.forget(clock.instant().minus(config.idempotencyRetention())));
    }
}
