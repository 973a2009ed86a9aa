package org.diamondhpc.discovery.intake;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.board.Board;
import org.diamondhpc.discovery.domain.staging.Routes;
import org.diamondhpc.discovery.domain.staging.StagingEstimate;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.store.ApplicationRows;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.discovery.store.ThroughputRows;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.Leg;
import org.diamondhpc.schemas.task.PredictionTruth;
import org.diamondhpc.schemas.task.Staging;

/** Writes down beside each prediction what came of it. */
@ApplicationScoped
class Truth {
    private final DecisionRows decisions;
    private final ThroughputRows throughputs;
    private final ApplicationRows applications;
    private final Board board;
    private final MeterRegistry meters;

    Truth(DecisionRows decisions, ThroughputRows throughputs, ApplicationRows applications, Board board,
            MeterRegistry meters) {
        this.applications = applications;
        this.meters = meters;
        this.decisions = decisions;
        this.throughputs = throughputs;
        this.board = board;
    }

    void staged(TaskEvent.InputsStaged event, Instant at) {
        Staging staging = event.staging();
        decisions.find(event.order().attemptId()).ifPresent(d -> d.staged(staging, at));
        if (!staging.legs().isEmpty()) {
            staging.legs().forEach(leg -> learn(leg, at));
            return;
        }
        SiteId to = event.placement().site();
        List<SiteId> from = event.order().inputs().stream()
                .filter(i -> i.replicas().stream().noneMatch(r -> to.equals(r.site())))
                .map(i -> StagingEstimate.source(i, to, Routes.relayed())).distinct().toList();
        // bytes from several ends at once say nothing of any one of them
        if (staging.bytes() >= Throughputs.TELLING && from.size() <= 1 && staging.took() != null) {
            throughputs.learn(new Throughputs.Pair(from.isEmpty() ? null : from.getFirst(), to,
                    from.isEmpty() ? "claim" : "sftp"), staging.bytes(),
                    staging.took().toMillis() / 1000.0, at);
        }
    }

    /** What agents have moved tells of the same ways. */
    void transferred(TransferEvent.TransferFinished event, Instant at) {
        event.legs().forEach(leg -> learn(leg, at));
    }

    private void learn(Leg leg, Instant at) {
        if (leg.to() != null && leg.bytes() >= Throughputs.TELLING) {
            throughputs.learn(new Throughputs.Pair(leg.from(), leg.to(), leg.mover()), leg.bytes(), leg.took().toMillis() / 1000.0, at);
        }
    }

    void submitted(TaskEvent.JobSubmitted event, Instant at) {
        decisions.find(event.order().attemptId()).ifPresent(d -> d.submitted(event.job(), at));
        board.submitted(event.order().attemptId(), at);
    }

    void started(TaskEvent.JobStarted event) {
        decisions.find(event.attempt()).ifPresent(d -> {
            d.started(event.startedAt());
            told(d.truth());
        });
    }

    /** Whether predictions can be relied on is a matter for operators, too. */
    private void told(PredictionTruth truth) {
        if (truth.waited() != null) {
            meters.counter("diamond.predictions", "site", truth.site().value(), "within", truth.within().toString()).increment();
            meters.summary("diamond.predictions.error.seconds", "site", truth.site().value())
                    .record(Math.abs(truth.waited().minus(truth.predicted().waiting()).toMillis()) / 1000.0);
        }
    }

    void finished(TaskEvent.JobFinished event) {
        decisions.find(event.order().attemptId()).ifPresent(d -> d.ended(event.outcome()));
        board.release(event.order().task());
        String application = event.order().spec().application();
        JobOutcome outcome = event.outcome();
        if (application != null && event.order().spec().array() == null && outcome.end() == JobEnd.COMPLETED
                && outcome.startedAt() != null && outcome.endedAt() != null) {
            applications.ran(event.order().tenant(), application, event.placement().site(),
                    Duration.between(outcome.startedAt(), outcome.endedAt()), outcome.endedAt());
        }
    }
}
