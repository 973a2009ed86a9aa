package org.diamondhpc.discovery.board;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.store.ApplicationRows;
import org.diamondhpc.discovery.store.PlacingRow;
import org.diamondhpc.discovery.store.PlacingRows;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.task.TaskOrder;

/** Tries a task again for which there was no place. */
@ApplicationScoped
class DeferredPlacing implements WorkHandler<TaskOrder> {
    private final Board board;
    private final BoardSync sync;
    private final Placer placer;
    private final PlacingRows rows;
    private final ApplicationRows applications;
    private final Clock clock;

    DeferredPlacing(Board board, BoardSync sync, Placer placer, PlacingRows rows, ApplicationRows applications,
            Clock clock) {
        this.board = board;
        this.sync = sync;
        this.placer = placer;
        this.rows = rows;
        this.applications = applications;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return Placer.PLACE;
    }

    @Override
    public Class<TaskOrder> payload() {
        return TaskOrder.class;
    }

    @Override
    public WorkOutcome work(Work<TaskOrder> work) {
        TaskOrder order = work.payload();
        sync.awaitReady();
        sync.sync();
        Optional<Question> question = QuarkusTransaction.requiringNew().call(() -> rows.find(order.task())
                .filter(PlacingRow::waiting).map(row -> applications.applied(row.question(order, clock.instant()))));
        if (question.isEmpty()) {
            return WorkOutcome.done();
        }
        Decision decision = board.place(question.get());
        Runnable settle = () -> placer.settle(question.get().order(), decision);
        return decision instanceof Decision.Deferred deferred
                ? WorkOutcome.again(deferred.retryAt(), deferred.problem().detail(), settle)
                : WorkOutcome.done(settle);
    }
}
