package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.GlobusError;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.diamondhpc.transfer.globus.api.SessionNeeds;
import org.diamondhpc.transfer.globus.api.SkippedDocument;
import org.diamondhpc.transfer.globus.api.TaskDocument;
import org.diamondhpc.transfer.globus.api.TaskHappening;
import org.diamondhpc.transfer.globus.domain.Assessment;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.diamondhpc.transfer.globus.domain.TaskRules;
import org.jboss.logging.Logger;

/** Looks at all tasks of an identity, with one call where that is enough, and notes what has changed. */
@ApplicationScoped
class Watching {
    private static final Logger LOG = Logger.getLogger(Watching.class);
    private static final int LAST_EVENTS = 20;

    private final Ledger ledger;
    private final Book book;
    private final Sweep sweep;
    private final GlobusConfig config;
    private final Clock clock;

    Watching(Ledger ledger, Book book, Sweep sweep, GlobusConfig config, Clock clock) {
        this.ledger = ledger;
        this.book = book;
        this.sweep = sweep;
        this.config = config;
        this.clock = clock;
    }

    /**
     * @return whether anything has changed
     * @throws GlobusException where Globus does not answer
     */
    boolean look(Desk desk) {
        List<Shipment> active = ledger.unfinished(desk.identity()).stream()
                .filter(s -> s.state() == Shipment.State.ACTIVE).toList();
        Map<String, TaskDocument> listed = new HashMap<>();
        if (active.size() > 1) {
            desk.api().unfinished().forEach(t -> listed.put(t.taskId(), t));
        }
        boolean changed = false;
        for (Shipment shipment : active) {
            changed |= look(desk, shipment, listed.get(shipment.task()));
        }
        return changed;
    }

    /** @param listed null where it is not among those that go on */
    private boolean look(Desk desk, Shipment shipment, TaskDocument listed) {
        TaskDocument task;
        try {
            task = listed != null ? listed : desk.api().task(shipment.task());
        } catch (GlobusException e) {
            return unseen(desk, shipment, e);
        }
        boolean puzzling = TaskRules.puzzling(shipment.look(), task);
        List<TaskHappening> events = puzzling ? desk.api().events(task.taskId(), LAST_EVENTS) : List.of();
        List<String> pauses = task.paused() ? desk.api().pauseInfo(task.taskId()).messages() : List.of();
        return switch (TaskRules.assess(shipment.look(), task, events, pauses, config.quiet(), clock.instant())) {
            case Assessment.Going e -> book.seen(shipment, e.look(), shipment.cancelling() ? shipment.problem() : null);
            case Assessment.Stalled e -> book.seen(shipment, e.look(),
                    shipment.cancelling() ? shipment.problem() : told(desk, e.why()));
            case Assessment.Hopeless e -> {
                sweep.cancel(desk, shipment, e.why());
                yield true;
            }
            case Assessment.Succeeded e -> {
                Set<String> wanted = sweep.wanted(shipment);
                book.succeeded(shipment, e.look(), skipped(desk, task));
                sweep.clean(desk, shipment, wanted);
                yield true;
            }
            case Assessment.Failed e -> {
                failed(desk, shipment, e);
                yield true;
            }
        };
    }

    /** What is wrong with one task must not keep the others from being looked at. */
    private boolean unseen(Desk desk, Shipment shipment, GlobusException trouble) {
        return switch (trouble.error()) {
            case GlobusError.NotFound e -> {
                gone(shipment);
                yield true;
            }
            case GlobusError.ConsentRequired e ->
                book.seen(shipment, shipment.look(), desk.help().consent(e.scopes(), e.fault().message()));
            case GlobusError.SessionRequired e ->
                book.seen(shipment, shipment.look(), desk.help().session(e.needs()));
            case GlobusError.Denied e -> book.seen(shipment, shipment.look(),
                    Problem.of(Reason.TRANSFER_STALLED, "Globus does not let the task be seen: " + e.fault()));
            default -> throw trouble;
        };
    }

    private static List<SkippedDocument> skipped(Desk desk, TaskDocument task) {
        return task.subtasksSkippedErrors() == null || task.subtasksSkippedErrors() == 0 ? List.of()
                : desk.api().skipped(task.taskId());
    }

    private void failed(Desk desk, Shipment shipment, Assessment.Failed end) {
        Problem why = shipment.cancelling() && shipment.problem() != null ? shipment.problem() : end.why();
        book.failed(shipment, end.look(), why);
        sweep.clean(desk, shipment, sweep.wanted(shipment));
    }

    /** Globus forgets tasks after a time: what has arrived is then for the errand to see. */
    private void gone(Shipment shipment) {
        LOG.warnf("Globus no longer knows a task; what arrived is looked at: submission=%s, globusTask=%s",
                shipment.submission(), shipment.task());
        book.succeeded(shipment, shipment.look(), List.of());
    }

    private static Problem told(Desk desk, Problem why) {
        return why.reason() != Reason.TRANSFER_NEEDS_SIGN_ON ? why
                : desk.help().session(new SessionNeeds(why.detail(), null, null, null, false, "login"));
    }
}
