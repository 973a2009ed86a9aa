package org.diamondhpc.discovery.intake;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.discovery.board.Board;
import org.diamondhpc.discovery.board.BoardSync;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.discovery.board.SiteDirectory;
import org.diamondhpc.discovery.domain.placing.Calibrations;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.probe.SnapshotNews;
import org.diamondhpc.discovery.store.ApplicationRows;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.discovery.store.SiteRows;
import org.diamondhpc.discovery.work.LookWork;
import org.diamondhpc.messaging.Responder.Answerer;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.PredictionTruth;

/** Answers what discovery is asked: where would this go, and how is that site now. */
@ApplicationScoped
class SiteQuestions {
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    private static final long PAUSE_MILLIS = 40;
    /** Placements from which the worth of predictions is told. */
    private static final int JUDGED = 500;

    private final Board board;
    private final BoardSync sync;
    private final SiteDirectory directory;
    private final SiteRows rows;
    private final ApplicationRows applications;
    private final DecisionRows decisions;
    private final WorkQueue queue;
    private final Clock clock;

    SiteQuestions(Board board, BoardSync sync, SiteDirectory directory, SiteRows rows, ApplicationRows applications,
            DecisionRows decisions, WorkQueue queue, Clock clock) {
        this.applications = applications;
        this.board = board;
        this.sync = sync;
        this.directory = directory;
        this.rows = rows;
        this.decisions = decisions;
        this.queue = queue;
        this.clock = clock;
    }

    Map<String, Answerer> answerers() {
        return Map.of(
                RequestTypes.of(SiteRequest.PlanPlacement.class),
                question -> plan((SiteRequest.PlanPlacement) question.body(SiteRequest.class)),
                RequestTypes.of(SiteRequest.RefreshSite.class),
                question -> refresh((SiteRequest.RefreshSite) question.body(SiteRequest.class)),
                RequestTypes.of(SiteRequest.ReadPredictions.class),
                question -> predictions((SiteRequest.ReadPredictions) question.body(SiteRequest.class)));
    }

    private SiteReply plan(SiteRequest.PlanPlacement request) {
        sync.awaitReady();
        Question question = QuarkusTransaction.requiringNew().call(() ->
                applications.applied(Question.of(request.order(), clock.instant())));
        Decision decision = board.plan(question);
        List<Candidate> candidates = decision.candidates();
        return switch (decision) {
            case Decision.Placed placed -> new SiteReply.Plan(placed.placement(), candidates, null);
            case Decision.Deferred deferred -> new SiteReply.Plan(null, candidates, deferred.problem());
            case Decision.Failed failed -> new SiteReply.Plan(null, candidates, failed.problem());
        };
    }

    private SiteReply predictions(SiteRequest.ReadPredictions request) {
        List<PredictionTruth> latest = QuarkusTransaction.requiringNew().call(() ->
                decisions.latest(request.tenant(), request.site(), JUDGED));
        return new SiteReply.Predictions(latest.stream().limit(Math.clamp(request.limit(), 1, JUDGED)).toList(),
                Calibrations.of(latest));
    }

    private SiteReply refresh(SiteRequest.RefreshSite request) throws InterruptedException {
        KnownSite site = directory.find(request.site()).orElseThrow(() ->
                DiamondException.of(Reason.SITE_UNKNOWN, "there is no site " + request.site()));
        if (site.logins().stream().noneMatch(l -> l.serves(request.tenant()))) {
            throw DiamondException.of(Reason.SITE_NO_ACCOUNT,
                    "the tenant %s has no account at %s".formatted(request.tenant(), request.site()));
        }
        Instant asked = clock.instant();
        QuarkusTransaction.requiringNew().run(() -> queue.hasten(LookWork.KIND, site.id().value(), asked));
        while (clock.instant().isBefore(asked.plus(PATIENCE))) {
            boolean looked = QuarkusTransaction.requiringNew().call(() -> rows.lookedAt(site.id())
                    .filter(at -> at.isAfter(asked)).isPresent());
            if (looked) {
                sync.sync();
                return new SiteReply.Seen(SnapshotNews.carried(board.snapshot(site.id()).orElseThrow()));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        throw DiamondException.of(Reason.SITE_TIMEOUT,
                "the look at %s was not over within %d s".formatted(site.id(), PATIENCE.toSeconds()));
    }
}
