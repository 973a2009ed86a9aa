package org.diamondhpc.gateway.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.diamondhpc.gateway.agent.domain.Entry;
import org.diamondhpc.gateway.agent.domain.Limits;
import org.diamondhpc.gateway.agent.domain.Patience;
import org.diamondhpc.gateway.agent.domain.Reply;
import org.diamondhpc.gateway.agent.domain.Step;
import org.diamondhpc.gateway.agent.domain.ToolCall;
import org.diamondhpc.gateway.agent.domain.TurnRules;
import org.diamondhpc.gateway.agent.domain.TurnState;
import org.diamondhpc.gateway.agent.model.ModelSettings;
import org.diamondhpc.gateway.agent.model.ModelTrouble;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/**
 * Takes a turn from one step to the next. Each is written down under the lease before the next one begins, so whoever
 * takes the turn up after a crash repeats at most the step that was under way: a question to the model, or a call, which
 * has its effect once for its key.
 */
final class TurnRun {
    private static final Logger LOG = Logger.getLogger(TurnRun.class);
    /** Only a safety net: a wake makes the row due. */
    private static final Duration IDLE = Duration.ofHours(6);
    private static final Duration IN_FLIGHT = Duration.ofSeconds(2);
    private static final String STALE = "Whether this call had its effect before a long interruption is not known; look "
            + "(list_tasks, session) before you call again.";

    private final Work<TurnHandler.Run> work;
    private final TurnTools with;
    private final Patience patience;
    private final Limits limits;
    private Taken taken;

    TurnRun(Work<TurnHandler.Run> work, Taken taken, TurnTools with, Patience patience) {
        this.work = work;
        this.taken = taken;
        this.with = with;
        this.patience = patience;
        this.limits = with.allowances().of(taken.caller().tenant());
    }

    WorkOutcome go() throws InterruptedException {
        with.ledger().acknowledge(taken); // whoever died may not have
        while (true) {
            if (!work.held()) {
                throw new LeaseLost(work.kind(), work.key());
            }
            Step step = TurnRules.next(taken.turn(), with.ledger().around(taken), limits);
            Optional<WorkOutcome> out = switch (step) {
                case Step.Ask a -> ask();
                case Step.Call c -> call(c.calls());
                case Step.Hear h -> hear(h.news());
                case Step.Sleep s -> Optional.of(WorkOutcome.again(IDLE, "sleeps for a wake", () ->
                        with.ledger().keep(taken, TurnState.PARKED, null)));
                case Step.Answer a -> Optional.of(over(TurnState.ANSWERED, () ->
                        with.ledger().answered(taken, a.text())));
                case Step.Stop s -> Optional.of(failed(s.problem()));
            };
            if (out.isPresent()) {
                return out.get();
            }
        }
    }

    private Optional<WorkOutcome> hear(List<Entry> news) {
        news.forEach(this::add);
        with.ledger().acknowledge(taken);
        return Optional.empty();
    }

    private Optional<WorkOutcome> call(List<ToolCall> calls) {
        List<String> all = said().calls().stream().map(ToolCall::id).toList();
        for (ToolCall call : calls) {
            try {
                // The same for the same call of the same answer, whichever process carries it out.
                String key = "agent." + taken.id() + "." + taken.number() + "." + taken.saidSeq() + "."
                        + all.indexOf(call.id());
                add(stale() ? Entry.Done.failed(call, STALE) : with.toolbox().call(taken, call, key));
            } catch (DiamondException e) {
                return Optional.of(WorkOutcome.again(IN_FLIGHT, e.getMessage()));
            }
        }
        return Optional.empty();
    }

    /** A call as old as keys are kept may have been made and forgotten. */
    private boolean stale() {
        return taken.saidAt().plus(with.gateway().idempotencyRetention().dividedBy(2))
                .isBefore(with.clock().instant());
    }

    private Entry.Said said() {
        return taken.turn().conversation().entries().stream().filter(Entry.Said.class::isInstance)
                .map(Entry.Said.class::cast).reduce((a, b) -> b).orElseThrow();
    }

    private Optional<WorkOutcome> ask() throws InterruptedException {
        Optional<ModelSettings> model = with.models().find(taken.model());
        if (model.isEmpty()) {
            return Optional.of(failed(Problem.of(Reason.MODEL_MISCONFIGURED, "model " + taken.model()
                    + " is not configured any more")));
        }
        taken = taken.with(taken.turn().asking());
        work.checkpoint(work.payload(), () -> with.ledger().keep(taken, TurnState.RUNNING, null));
        Instant from = with.clock().instant();
        try {
            Reply reply = with.client().ask(model.get(), with.briefing().of(taken, model.get()));
            measured(reply, from);
            return heard(reply);
        } catch (ModelTrouble e) {
            with.meters().timer("diamond.gateway.agent.model", "model", taken.model(), "result", e.reason().name())
                    .record(Duration.between(from, with.clock().instant()));
            return Optional.of(troubled(e));
        }
    }

    private Optional<WorkOutcome> heard(Reply reply) {
        switch (reply) {
            case Reply.Spoken s -> {
                Entry said = new Entry.Said(s.text(), s.calls(), s.cut(), s.usage());
                work.checkpoint(work.payload().well(), () -> taken = with.ledger().add(taken, said));
                return Optional.empty();
            }
            case Reply.Declined d -> {
                taken = taken.with(taken.turn().paid(d.usage()));
                return Optional.of(failed(Problem.of(Reason.MODEL_REFUSED, "the model declined"
                        + (d.why().isBlank() ? "" : ": " + d.why()))));
            }
        }
    }

    /** The endpoint is asked again later; nothing is held until then. */
    private WorkOutcome troubled(ModelTrouble trouble) {
        int failures = work.payload().failures() + 1;
        Optional<Duration> pause = trouble.passing()
                ? patience.pause(failures, trouble.retryAfter(), ThreadLocalRandom.current().nextDouble())
                : Optional.empty();
        if (pause.isEmpty()) {
            return failed(Problem.of(trouble.reason(), trouble.getMessage()
                    + (failures > 1 ? " (" + failures + " times in a row)" : "")));
        }
        Instant next = with.clock().instant().plus(pause.get());
        LOG.infof("Model is asked again; session=%s turn=%d failures=%d cause=%s", taken.id(), taken.number(), failures,
                trouble.getMessage());
        work.checkpoint(work.payload().failed(next), () -> with.ledger().keep(taken, TurnState.RUNNING,
                trouble.getMessage()));
        return WorkOutcome.again(next, trouble.getMessage());
    }

    private WorkOutcome failed(Problem problem) {
        return over(TurnState.FAILED, () -> with.ledger().failed(taken, problem));
    }

    private WorkOutcome over(TurnState state, Runnable settle) {
        with.meters().counter("diamond.gateway.agent.turns", "model", taken.model(), "state", state.name()).increment();
        return WorkOutcome.done(settle);
    }

    private void add(Entry entry) {
        work.checkpoint(work.payload(), () -> taken = with.ledger().add(taken, entry));
    }

    private void measured(Reply reply, Instant from) {
        with.meters().timer("diamond.gateway.agent.model", "model", taken.model(), "result", "none")
                .record(Duration.between(from, with.clock().instant()));
        with.meters().counter("diamond.gateway.agent.tokens", "model", taken.model(), "direction", "input")
                .increment(reply.usage().input());
        with.meters().counter("diamond.gateway.agent.tokens", "model", taken.model(), "direction", "output")
                .increment(reply.usage().output());
    }
}
