package org.diamondhpc.gateway.retention;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.diamondhpc.gateway.task.EndedTasks;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.WorkQueue;

/** Forgets what has been kept long enough; one row of the work table, so one replica does it at a time. */
@ApplicationScoped
class RetentionSweep implements WorkHandler<RetentionSweep.Nothing> {
    private static final String KIND = "retention";
    private static final Duration SOON = Duration.ofSeconds(1);

    private final EndedTasks tasks;
    private final OldRows rows;
    private final RetentionPolicy policy;
    private final WorkQueue work;
    private final Clock clock;

    RetentionSweep(EndedTasks tasks, OldRows rows, RetentionPolicy policy, WorkQueue work, Clock clock) {
        this.tasks = tasks;
        this.rows = rows;
        this.policy = policy;
        this.work = work;
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
        Instant now = clock.instant();
        int most = policy.batch();
        int fullest = IntStream.of(tasks.forget(now.minus(policy.tasks()), most),
                rows.transfers(now.minus(policy.transfers()), most), rows.wakes(now.minus(policy.wakes()), most),
                rows.talks(now.minus(policy.turns()), most),
                rows.audit(now.minus(policy.audit()), most)).max().orElse(0);
        return WorkOutcome.again(fullest < most ? policy.every() : SOON, "swept");
    }
}
