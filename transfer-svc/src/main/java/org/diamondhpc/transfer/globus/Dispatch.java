package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Patience;
import org.diamondhpc.transfer.globus.api.GlobusError;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.diamondhpc.transfer.globus.api.Submission;
import org.diamondhpc.transfer.globus.api.TaskDocument;
import org.diamondhpc.transfer.globus.auth.Scopes;
import org.diamondhpc.transfer.globus.domain.Conflicts;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Loads;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.diamondhpc.transfer.globus.domain.Way;

/** Submits: each shipment once, however often it has to be sent. */
@ApplicationScoped
class Dispatch {
    private final Ledger ledger;
    private final Book book;
    private final Documents documents;
    private final GlobusConfig config;
    private final Clock clock;
    private final Patience patience;

    Dispatch(Ledger ledger, Book book, Documents documents, GlobusConfig config, Clock clock) {
        this.ledger = ledger;
        this.book = book;
        this.documents = documents;
        this.config = config;
        this.clock = clock;
        this.patience = new Patience(config.firstPause(), config.longestPause(), Duration.ofDays(1));
    }

    /**
     * Submits what is due, what was begun before a crash first.
     *
     * @return whether there was anything
     * @throws GlobusException where Globus gives no submission ids
     */
    boolean send(Desk desk) {
        List<Shipment> unfinished = ledger.unfinished(desk.identity());
        List<Shipment> due = unfinished.stream().filter(s -> s.dueAt(clock.instant())).toList();
        due.forEach(s -> submit(desk, s));
        // what waits for a person or an endpoint takes no place at Globus, and holds back only its own way
        List<Shipment> transfers = ledger.unfinished(desk.identity()).stream()
                .filter(s -> s.kind() == Shipment.Kind.TRANSFER).toList();
        Set<Way> held = transfers.stream().filter(Shipment::held).map(Shipment::way).collect(Collectors.toSet());
        int free = config.mostActive() - (int) transfers.stream().filter(s -> !s.held()).count();
        List<Consignment> waiting = ledger.consignments(desk.identity()).stream()
                .filter(c -> c.state() == Consignment.State.WAITING && !held.contains(c.way())).toList();
        List<Loads.Load> loads = Loads.plan(waiting, free, config.mostItems());
        for (Loads.Load load : loads) {
            Shipment shipment = documents.transfer(desk.api().submissionId(), desk.identity(), load, clock.instant());
            if (book.planned(shipment, load.consignments())) {
                submit(desk, shipment);
            }
        }
        return !due.isEmpty() || !loads.isEmpty();
    }

    void submit(Desk desk, Shipment shipment) {
        Instant rests = desk.restsUntil(shipment.way());
        if (rests != null) {
            book.postponed(shipment, shipment.problem() != null ? shipment.problem() : Problem.of(
                    Reason.TRANSFER_SERVICE_AWAY, "an endpoint did not answer lately"), rests, shipment.doubtful());
            return;
        }
        // what Globus surely does not have may get a new deadline, and is doubtful from now on
        Shipment sent = shipment.doubtful() ? shipment : book.begun(documents.renewed(shipment, clock.instant()));
        try {
            Submission answer = submitted(desk, sent);
            desk.answered(sent.way());
            book.accepted(sent, answer.taskId(), false);
        } catch (GlobusException e) {
            troubled(desk, sent, e.error());
        }
    }

    /** A consent may just be missing in the token: asked once for one that has it, then a person must help. */
    private Submission submitted(Desk desk, Shipment shipment) {
        desk.tokens().want(desk.dataAccess(shipment.way()));
        try {
            return post(desk, shipment);
        } catch (GlobusException e) {
            if (!(e.error() instanceof GlobusError.ConsentRequired consent)) {
                throw e;
            }
            desk.tokens().want(Scopes.collections(consent.scopes()));
            desk.tokens().renew();
            return post(desk, shipment);
        }
    }

    private static Submission post(Desk desk, Shipment shipment) {
        return switch (shipment.kind()) {
            case TRANSFER -> desk.api().transfer(shipment.document());
            case DELETE -> desk.api().delete(shipment.document());
        };
    }

    private void troubled(Desk desk, Shipment shipment, GlobusError error) {
        Instant now = clock.instant();
        Instant human = now.plus(config.humanPause());
        switch (error) {
            case GlobusError.ConsentRequired e -> book.postponed(shipment,
                    desk.help().consent(e.scopes(), e.fault().message()), human, false);
            case GlobusError.SessionRequired e -> book.postponed(shipment, desk.help().session(e.needs()), human, false);
            case GlobusError.Unauthenticated e -> book.postponed(shipment, refused(e), human, false);
            case GlobusError.Conflict e -> attach(desk, shipment, e);
            case GlobusError.EndpointAway e -> book.postponed(shipment, away(e), desk.failed(shipment.way()), false);
            case GlobusError.TooMany e -> book.postponed(shipment, away(e), now.plus(pause(e.retryAfter(), shipment)), false);
            case GlobusError.Away e -> book.postponed(shipment, away(e), now.plus(pause(e.retryAfter(), shipment)), true);
            case GlobusError.Denied e -> refuse(desk, shipment, Reason.SITE_PERMISSION_DENIED, e);
            case GlobusError.NotFound e -> refuse(desk, shipment, Reason.TRANSFER_FAILED, e);
            case GlobusError.Refused e -> refuse(desk, shipment, Reason.TRANSFER_FAILED, e);
        }
    }

    private void refuse(Desk desk, Shipment shipment, Reason reason, GlobusError error) {
        desk.forget(shipment.way());
        book.failed(shipment, shipment.look(), Problem.of(reason, "Globus refuses the transfer between %s and %s: %s"
                .formatted(shipment.way().fromSite(), shipment.way().toSite(), error.fault())));
    }

    private void attach(Desk desk, Shipment shipment, GlobusError.Conflict error) {
        Optional<TaskDocument> other = Conflicts.with(shipment, desk.api().unfinished());
        if (other.isPresent()) {
            book.accepted(shipment, other.get().taskId(), !Conflicts.own(shipment, other.get()));
        } else {
            book.postponed(shipment, Problem.of(Reason.TRANSFER_STALLED, "another task moves the same paths: "
                    + error.fault()), clock.instant().plus(pause(null, shipment)), false);
        }
    }

    private Duration pause(Duration asked, Shipment shipment) {
        return asked != null ? asked : patience.pause(shipment.plannedAt(), shipment.failures() + 1, clock.instant(),
                true).orElseThrow();
    }

    static Problem away(GlobusError error) {
        return Problem.of(Reason.TRANSFER_SERVICE_AWAY, error.fault().toString());
    }

    static Problem refused(GlobusError error) {
        return Problem.of(Reason.TRANSFER_SERVICE_REFUSED, error.fault().toString());
    }
}
