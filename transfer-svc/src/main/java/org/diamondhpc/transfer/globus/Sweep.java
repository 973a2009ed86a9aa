package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.GlobusError;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.jboss.logging.Logger;

/** What nobody waits for any more is cancelled, and its leftovers are removed once it has surely ended. */
@ApplicationScoped
class Sweep {
    private static final Logger LOG = Logger.getLogger(Sweep.class);
    private static final Duration REMEMBERED = Duration.ofDays(7);

    private final Ledger ledger;
    private final Book book;
    private final Owners owners;
    private final Documents documents;
    private final Atomically atomically;
    private final Clock clock;

    Sweep(Ledger ledger, Book book, Owners owners, Documents documents, Atomically atomically, Clock clock) {
        this.ledger = ledger;
        this.book = book;
        this.owners = owners;
        this.documents = documents;
        this.atomically = atomically;
        this.clock = clock;
    }

    /** @return whether anything was given up */
    boolean abandoned(Desk desk) {
        List<Consignment> all = ledger.consignments(desk.identity());
        List<Consignment> dead = all.stream().filter(c -> !owners.alive(c.owner())).toList();
        dead.forEach(book::remove);
        Set<String> wanted = new HashSet<>();
        all.stream().filter(c -> !dead.contains(c) && c.submission() != null).map(Consignment::submission).forEach(wanted::add);
        boolean any = !dead.isEmpty();
        for (Shipment shipment : ledger.unfinished(desk.identity())) {
            if (shipment.kind() == Shipment.Kind.TRANSFER && !wanted.contains(shipment.submission())
                    && !shipment.cancelling()) {
                any |= abandon(desk, shipment);
            }
        }
        atomically.run(() -> ledger.forgetEnded(clock.instant().minus(REMEMBERED)));
        return any;
    }

    /** One that Globus may have without Diamond knowing its id is submitted again first, which tells the id. */
    private boolean abandon(Desk desk, Shipment shipment) {
        if (shipment.state() == Shipment.State.ACTIVE && !shipment.attached()) {
            cancel(desk, shipment, Problem.of(Reason.TRANSFER_FAILED, "cancelled, since nobody waits for it any more"));
            return true;
        }
        if (shipment.attached() || !shipment.doubtful()) {
            book.dropped(shipment);
            return true;
        }
        return false;
    }

    /** Asks once; that it has ended is seen like every other end. */
    void cancel(Desk desk, Shipment shipment, Problem why) {
        if (shipment.attached()) {
            // somebody else's task is not Diamond's to cancel
            book.failed(shipment, shipment.look(), why);
            return;
        }
        book.cancelAsked(shipment, why);
        try {
            desk.api().cancel(shipment.task());
        } catch (GlobusException e) {
            switch (e.error()) {
                case GlobusError.NotFound gone -> book.dropped(shipment);
                case GlobusError.Away away -> askAgain(shipment, e);
                case GlobusError.TooMany tooMany -> askAgain(shipment, e);
                case GlobusError.Unauthenticated stranger -> askAgain(shipment, e);
                default -> LOG.warnf("A transfer cannot be cancelled and is left to its end: globusTask=%s, reason=%s",
                        shipment.task(), e.getMessage());
            }
        }
    }

    private void askAgain(Shipment shipment, GlobusException trouble) {
        atomically.run(() -> ledger.change(shipment));
        throw trouble;
    }

    /** The folders of a shipment that somebody still waits for. */
    Set<String> wanted(Shipment shipment) {
        Set<String> wanted = new HashSet<>();
        ledger.consignments(shipment.identity()).stream().filter(c -> c.state() != Consignment.State.REFUSED
                && c.state() != Consignment.State.WITHDRAWN).map(Consignment::folder).forEach(wanted::add);
        return wanted;
    }

    /** Has Globus remove what an ended shipment brought for nobody, all of it below folders of its own. */
    void clean(Desk desk, Shipment ended, Set<String> wanted) {
        List<String> folders = ended.folders().stream().filter(f -> !wanted.contains(f)).toList();
        if (ended.kind() != Shipment.Kind.TRANSFER || ended.attached() || folders.isEmpty()) {
            return;
        }
        try {
            Shipment cleaning = documents.cleaning(desk.api().submissionId(), ended, folders, clock.instant());
            book.planned(cleaning, List.of());
        } catch (GlobusException e) {
            LOG.warnf("Leftovers of a transfer stay: submission=%s, site=%s, reason=%s", ended.submission(),
                    ended.way().toSite(), e.getMessage());
        }
    }
}
