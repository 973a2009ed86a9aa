package org.diamondhpc.gateway.agent;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.gateway.agent.domain.Patience;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;

/**
 * Works a session's turn. The row stays until the turn is over; while it sleeps it is due in the far future, and a wake
 * makes it due at once, which also reaches a worker that is just about to let it go.
 */
@ApplicationScoped
class TurnHandler implements WorkHandler<TurnHandler.Run> {
    static final String KIND = "agent-turn";

    private final Ledger ledger;
    private final TurnTools tools;
    private final Patience patience;
    private final Clock clock;

    TurnHandler(Ledger ledger, TurnTools tools, AgentConfig config, Clock clock) {
        this.ledger = ledger;
        this.tools = tools;
        AgentConfig.RetryConfig retry = config.retry();
        this.patience = new Patience(retry.tries(), retry.firstPause(), retry.longestPause(), retry.mostAsked());
        this.clock = clock;
    }

    /**
     * Which turn.
     *
     * @param failures of the model's endpoint in a row
     * @param notBefore the endpoint is not asked before this time; null: at once
     */
    record Run(String session, int turn, int failures, Instant notBefore) {
        Run failed(Instant next) {
            return new Run(session, turn, failures + 1, next);
        }

        Run well() {
            return new Run(session, turn, 0, null);
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Run> payload() {
        return Run.class;
    }

    @Override
    public WorkOutcome work(Work<Run> work) throws InterruptedException {
        Run run = work.payload();
        if (run.notBefore() != null && clock.instant().isBefore(run.notBefore())) {
            return WorkOutcome.again(run.notBefore(), "the model's endpoint is asked again then");
        }
        Optional<Taken> found = ledger.take(run.session(), run.turn());
        if (found.isEmpty()) {
            return WorkOutcome.done();
        }
        return new TurnRun(work, found.get(), tools, patience).go();
    }
}
