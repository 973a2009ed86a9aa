package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent.CollectionDeferred;
import org.diamondhpc.schemas.event.TaskEvent.OutputsCollected;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.OutputSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.transfer.domain.Found;
import org.diamondhpc.transfer.domain.FoundFile;
import org.diamondhpc.transfer.domain.Glob;
import org.diamondhpc.transfer.domain.Harvest;
import org.diamondhpc.transfer.domain.Patience;
import org.diamondhpc.transfer.domain.Trouble;

/**
 * ⑥ Names what a job left behind, by one command at its site. How the job ended is never lost: while the site is away
 * this waits, and what cannot be collected for good is told as the problem beside the outcome.
 */
@ApplicationScoped
class CollectHandler implements WorkHandler<CollectWork> {
    private static final int NO_ATTEMPT = 44;
    private static final int KIBI = 1024;
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final Places places;
    private final Copies copies;
    private final EventPublisher events;
    private final Clock clock;
    private final TransferConfig config;
    private final Patience patience;

    CollectHandler(Places places, Copies copies, EventPublisher events, Clock clock, TransferConfig config) {
        this.places = places;
        this.copies = copies;
        this.events = events;
        this.clock = clock;
        this.config = config;
        this.patience = new Patience(this.config.firstPause(), this.config.longestPause(), this.config.giveUp());
    }

    @Override
    public String kind() {
        return CollectWork.KIND;
    }

    @Override
    public Class<CollectWork> payload() {
        return CollectWork.class;
    }

    @Override
    public WorkOutcome work(Work<CollectWork> work) {
        CollectWork task = work.payload();
        try {
            Place at = places.of(task.placement().site(), task.placement().user(), task.order().tenant());
            return collected(task, at);
        } catch (DiamondException e) {
            Instant now = clock.instant();
            CollectWork waiting = task.away(now, e.reason());
            Optional<Duration> pause = patience.pause(waiting.awaySince(), waiting.failures(), now,
                    Trouble.of(e.reason()) == Trouble.AWAY);
            if (pause.isEmpty()) {
                return done(task, nothing(task, e.problem()), List.of());
            }
            work.checkpoint(waiting, () -> tell(task, e.problem(), now.plus(pause.get())));
            return WorkOutcome.again(pause.get(), e.reason() + ": " + e.problem().detail());
        }
    }

    private void tell(CollectWork task, Problem problem, Instant retryAt) {
        if (problem.reason() != task.told()) {
            events.publish(new CollectionDeferred(task.order().attemptId(), task.order().tenant(),
                    task.placement().site(), problem, retryAt));
        }
    }

    private WorkOutcome collected(CollectWork task, Place at) {
        AttemptLayout layout = AttemptLayout.of(at.storage(), task.order().tenant(), task.order().attemptId());
        List<String> args = new ArrayList<>(List.of(layout.directory(),
                Long.toString(config.streamChecksumLimit() / KIBI + 1),
                Long.toString(config.outputChecksumLimit() / KIBI + 1), Integer.toString(Harvest.MOST_OUTPUTS + 1)));
        task.order().spec().outputs().stream().map(o -> Glob.of(o.glob()).findRegex()).distinct().forEach(args::add);
        CommandResult result = at.session().run(Program.COLLECT.with(args).within(LIMIT));
        if (result.exit() == NO_ATTEMPT) {
            return done(task, nothing(task, Problem.of(Reason.TRANSFER_FAILED,
                    "the attempt's folder is gone from " + at.site() + ": " + layout.directory())), List.of());
        }
        if (result.truncated()) {
            return done(task, nothing(task, Problem.of(Reason.TRANSFER_FAILED,
                    "the outputs are too many to be listed; pack them into an archive")), List.of());
        }
        String work = at.rules().storage() + layout.work().substring(at.storage().length());
        Found found;
        try {
            found = CollectReading.read(result.stdout(), work, Harvest.MOST_OUTPUTS);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw DiamondException.of(Reason.SITE_MISCONFIGURED, "collecting gave an answer that cannot be read: "
                    + e.getMessage() + "; " + result.err().strip());
        }
        Map<String, String> staged = task.order().inputs().isEmpty() || found.outputs().isEmpty() ? Map.of()
                : copies.below(at.account(), layout.work());
        return done(task, Harvest.of(task.order(), at.site(), layout, found, staged),
                found.outputs().stream().limit(Harvest.MOST_OUTPUTS).map(f -> fact(at, layout, f)).toList());
    }

    private static ReplicaFact fact(Place at, AttemptLayout layout, FoundFile file) {
        return new ReplicaFact(at.account(), layout.work() + "/" + file.relative(), file.sha256(), file.size(),
                file.modified());
    }

    private static Harvest nothing(CollectWork task, Problem problem) {
        return new Harvest(List.of(), task.order().spec().outputs().stream().filter(OutputSpec::required)
                .map(OutputSpec::glob).toList(), problem);
    }

    private WorkOutcome done(CollectWork task, Harvest harvest, List<ReplicaFact> facts) {
        return WorkOutcome.done(() -> {
            copies.record(facts);
            events.publish(new OutputsCollected(task.order(), task.placement(), task.job(), task.outcome(),
                    harvest.outputs(), harvest.missing(), harvest.problem()));
        });
    }
}
