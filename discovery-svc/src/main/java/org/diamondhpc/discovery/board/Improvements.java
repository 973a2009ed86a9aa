package org.diamondhpc.discovery.board;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Improvement;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.placing.Turn;
import org.diamondhpc.discovery.store.DecisionRow;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.Candidate;
import org.jboss.logging.Logger;

/**
 * ② Compares, now and then, where tasks wait in queues with where they would be done now. Where that is well sooner, a task
 * that is to be reconsidered is moved; of others it is told, for whoever hears of it to decide.
 */
@ApplicationScoped
public class Improvements {
    private static final Logger LOG = Logger.getLogger(Improvements.class);
    /** Compared in one round, those longest not looked at first. */
    private static final int MOST = 50;

    private final Board board;
    private final BoardSync sync;
    private final DecisionRows decisions;
    private final Moves moves;
    private final EventPublisher events;
    private final PlacingConfig.Improving config;
    private final Clock clock;
    private Thread loop;

    Improvements(Board board, BoardSync sync, DecisionRows decisions, Moves moves, EventPublisher events,
            PlacingConfig config, Clock clock) {
        this.board = board;
        this.sync = sync;
        this.decisions = decisions;
        this.moves = moves;
        this.events = events;
        this.config = config.improving();
        this.clock = clock;
    }

    void start(@Observes StartupEvent event) {
        loop = Thread.ofVirtual().name("improvements").start(this::run);
    }

    void stop(@Observes ShutdownEvent event) {
        loop.interrupt();
    }

    private void run() {
        try {
            sync.awaitReady();
            while (true) {
                Thread.sleep(config.every());
                round();
            }
        } catch (InterruptedException | IllegalStateException e) {
            LOG.debug("asked to stop", e);
        }
    }

    private void round() {
        try {
            QuarkusTransaction.requiringNew().run(this::look);
        } catch (RuntimeException e) {
            LOG.warnf("Waiting tasks are not compared with other places this time; cause=%s", e.getMessage());
        }
    }

    /** Looks at those whose turn it is, in the current transaction; another replica's are passed over. */
    void look() {
        Instant now = clock.instant();
        Duration first = config.patience().compareTo(moves.patience()) < 0 ? config.patience() : moves.patience();
        decisions.queued(now.minus(first), MOST).forEach(row -> look(row, now));
    }

    private void look(DecisionRow row, Instant now) {
        row.looked(now);
        Question question = Question.of(row.order(), now);
        Optional<Turn> turn = board.turn(question, row.site(), row.partition(), row.job());
        if (turn.isEmpty()) {
            return;
        }
        Decision decision = board.plan(question);
        Duration running = decision.candidates().stream().filter(c -> c.prediction() != null && row.isAt(c))
                .map(c -> c.prediction().running()).findFirst().orElse(row.predictedRun());
        Improvement.Present here = new Improvement.Present(row.site(), row.partition(), turn.get().start(), running);
        if (!moves.begun(row, here, decision, now) && row.waited(now).compareTo(config.patience()) >= 0) {
            Improvement.of(here, decision.candidates(), config.margin(), row.told(), now).ifPresent(f -> tell(row, f, now));
        }
    }

    private void tell(DecisionRow row, Improvement found, Instant now) {
        row.tell(found.gain(), now);
        Candidate better = found.better();
        events.publish(new TaskEvent.PlacementImproved(row.attempt(), row.order().tenant(), row.site(), row.partition(),
                found.completion(), better, found.gain()));
        LOG.infof("A waiting task would be done sooner elsewhere, task=%s site=%s better=%s gain=%s", row.attempt().task(),
                row.site(), better.site(), found.gain());
    }
}
