package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent.InputsStaged;
import org.diamondhpc.schemas.event.TaskEvent.StagingDeferred;
import org.diamondhpc.schemas.event.TaskEvent.StagingFailed;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Patience;
import org.diamondhpc.transfer.domain.StagingPlan;
import org.diamondhpc.transfer.domain.Trouble;
import org.diamondhpc.transfer.domain.Wish;

/** ③ Places a task's inputs in the attempt's working directory. */
@ApplicationScoped
class StageHandler implements WorkHandler<StageWork> {
    private final Places places;
    private final Carrier carrier;
    private final Copies copies;
    private final EventPublisher events;
    private final Clock clock;
    private final Patience patience;

    StageHandler(Places places, Carrier carrier, Copies copies, EventPublisher events, Clock clock,
            TransferConfig config) {
        this.places = places;
        this.carrier = carrier;
        this.copies = copies;
        this.events = events;
        this.clock = clock;
        this.patience = new Patience(config.firstPause(), config.longestPause(),
                config.giveUp());
    }

    @Override
    public String kind() {
        return StageWork.KIND;
    }

    @Override
    public Class<StageWork> payload() {
        return StageWork.class;
    }

    @Override
    public WorkOutcome work(Work<StageWork> work) {
        StageWork task = work.payload();
        Haul haul = task.haul().startedAt(clock.instant());
        return switch (carry(work, task, haul)) {
            case HaulEnd.Complete end -> WorkOutcome.done(() -> events.publish(new InputsStaged(task.order(),
                    task.placement(), StagingPlan.staging(task.order(), end.haul(), clock.instant()))));
            case HaulEnd.Failed end -> failed(task, end.problem());
            case HaulEnd.Later end -> later(work, task, end);
            case HaulEnd.Underway end -> underway(work, task, end);
        };
    }

    private HaulEnd carry(Work<StageWork> work, StageWork task, Haul haul) {
        try {
            Place to = places.of(task.placement().site(), task.placement().user(), task.order().tenant());
            AttemptLayout layout = AttemptLayout.of(to.storage(), task.order().tenant(), task.order().attemptId());
            List<Wish> wishes = StagingPlan.wishes(task.order(), to.site(), layout, places::answers);
            Map<Integer, Wish> byNumber = new TreeMap<>();
            for (int i = 0; i < wishes.size(); i++) {
                byNumber.put(i, wishes.get(i));
            }
            Errand errand = new Errand(task.owner(), task.order().tenant(), to, layout.directory(), work.runs() > 1,
                    carrier.withCopies(to, byNumber));
            return carrier.carry(errand, haul, new SavingLog<>(work, task::with, copies));
        } catch (Stopped e) {
            throw new LeaseLost(work.kind(), work.key());
        } catch (DiamondException e) {
            return Trouble.of(e.reason()) == Trouble.AWAY ? new HaulEnd.Later(haul, e.problem())
                    : new HaulEnd.Failed(haul, e.problem());
        }
    }

    private WorkOutcome later(Work<StageWork> work, StageWork task, HaulEnd.Later end) {
        Instant now = clock.instant();
        Haul waiting = end.haul().away(now);
        Optional<Duration> pause = patience.pause(waiting.awaySince(), waiting.failures(), now,
                task.order().spec().constraints().sites().size() == 1);
        if (pause.isEmpty()) {
            return failed(task, end.problem());
        }
        tell(work, task.with(waiting), end.problem(), now.plus(pause.get()));
        return WorkOutcome.again(pause.get(), end.problem().reason() + ": " + end.problem().detail());
    }

    /** Nobody stands by while a mover moves by itself; the row is worked again when there is news. */
    private WorkOutcome underway(Work<StageWork> work, StageWork task, HaulEnd.Underway end) {
        Travel travel = end.travel();
        tell(work, task.with(end.haul()), travel.problem(), travel.retryAt());
        return WorkOutcome.again(travel.again(), travel.mover() + ": " + (travel.problem() == null ? travel.status()
                : travel.problem().reason() + ": " + travel.problem().detail()));
    }

    /** Saves how far it is, and tells what is in the way, once. */
    private void tell(Work<StageWork> work, StageWork now, Problem problem, Instant retryAt) {
        Reason reason = problem == null ? null : problem.reason();
        work.checkpoint(now.telling(reason), () -> {
            if (reason != null && reason != now.told()) {
                events.publish(new StagingDeferred(now.order().attemptId(), now.order().tenant(),
                        now.placement().site(), problem, retryAt));
            }
        });
    }

    /** Discovery reads from the reason whether another place may do. */
    private WorkOutcome failed(StageWork task, Problem problem) {
        Problem told = problem.reason() == Reason.SITE_NO_SUCH_FILE
                ? Problem.of(Reason.TRANSFER_SOURCE_MISSING, problem.detail()) : problem;
        return WorkOutcome.done(() -> events.publish(new StagingFailed(task.order(), task.placement(), told)));
    }
}
