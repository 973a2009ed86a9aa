package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.transfer.globus.api.SkippedDocument;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Look;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.diamondhpc.transfer.globus.domain.Skips;
import org.jboss.logging.Logger;

/** Every change of a shipment, with what follows for its consignments, in one transaction; their errands are woken. */
@ApplicationScoped
class Book {
    private static final Logger LOG = Logger.getLogger(Book.class);

    private final Ledger ledger;
    private final Owners owners;
    private final Atomically atomically;
    private final Clock clock;

    Book(Ledger ledger, Owners owners, Atomically atomically, Clock clock) {
        this.ledger = ledger;
        this.owners = owners;
        this.atomically = atomically;
        this.clock = clock;
    }

    List<Consignment> consignments(Shipment shipment) {
        return ledger.consignments(shipment.identity()).stream()
                .filter(c -> shipment.submission().equals(c.submission())).toList();
    }

    /**
     * Before Globus hears of it.
     *
     * @return false where a consignment is given up or with another shipment by now; then nothing is planned
     */
    boolean planned(Shipment shipment, List<Consignment> with) {
        try {
            atomically.run(() -> {
                ledger.add(shipment);
                if (!with.stream().allMatch(c -> ledger.send(c.sentWith(shipment.submission())))) {
                    throw new Overtaken();
                }
            });
            return true;
        } catch (Overtaken e) {
            return false;
        }
    }

    /** Takes the transaction back. */
    private static final class Overtaken extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Before Globus hears of it once more. */
    Shipment begun(Shipment shipment) {
        atomically.run(() -> ledger.change(shipment));
        return shipment;
    }

    void accepted(Shipment shipment, String task, boolean others) {
        LOG.infof("A transfer is with Globus: submission=%s, globusTask=%s, label=%s, attached=%s",
                shipment.submission(), task, shipment.label(), others);
        change(shipment.accepted(task, others, clock.instant()));
    }

    void postponed(Shipment shipment, Problem why, Instant until, boolean unsure) {
        if (!same(shipment.problem(), why)) {
            LOG.warnf("A transfer cannot be submitted now: submission=%s, label=%s, reason=%s, detail=%s, until=%s",
                    shipment.submission(), shipment.label(), why.reason(), why.detail(), until);
        }
        change(shipment.postponed(why, until, unsure));
    }

    /** @return whether there was news */
    boolean seen(Shipment shipment, Look look, Problem trouble) {
        boolean news = !look.equals(shipment.look()) || !same(shipment.problem(), trouble);
        if (news) {
            change(shipment.seen(look, trouble));
        }
        return news;
    }

    void cancelAsked(Shipment shipment, Problem why) {
        change(shipment.cancelAsked(why));
    }

    /** @param skipped what the source could not give */
    void succeeded(Shipment shipment, Look look, List<SkippedDocument> skipped) {
        Instant now = clock.instant();
        atomically.run(() -> {
            ledger.change(shipment.ended(Shipment.State.SUCCEEDED, look, null, now));
            consignments(shipment).forEach(c -> {
                ledger.change(c.arrived(Skips.of(c, skipped)));
                owners.hasten(c.owner(), now);
            });
        });
    }

    /**
     * One consignment's trouble must not be another's: those that shared the shipment are tried alone. So is what only
     * watched somebody else's task.
     */
    void failed(Shipment shipment, Look look, Problem why) {
        Instant now = clock.instant();
        LOG.warnf("A transfer by Globus failed: submission=%s, globusTask=%s, label=%s, reason=%s, detail=%s",
                shipment.submission(), shipment.task(), shipment.label(), why.reason(), why.detail());
        atomically.run(() -> {
            ledger.change(shipment.ended(Shipment.State.FAILED, look, why, now));
            List<Consignment> with = consignments(shipment);
            with.forEach(c -> {
                ledger.change(with.size() > 1 || shipment.attached() ? c.separated() : c.refused(why));
                owners.hasten(c.owner(), now);
            });
        });
    }

    /** Globus as a whole is in trouble, or (null) is not any more: what is not with it yet hears of it. */
    void waiting(String identity, Problem why) {
        List<Consignment> news = ledger.consignments(identity).stream()
                .filter(c -> c.state() == Consignment.State.WAITING && !same(c.problem(), why)).toList();
        if (!news.isEmpty()) {
            atomically.run(() -> news.forEach(c -> {
                ledger.change(c.heldUpBy(why));
                owners.hasten(c.owner(), clock.instant());
            }));
        }
    }

    void remove(Consignment consignment) {
        atomically.run(() -> ledger.remove(consignment.id()));
    }

    /** Nobody waits for it any more and Globus has nothing of it. */
    void dropped(Shipment shipment) {
        change(shipment.ended(Shipment.State.FAILED, shipment.look(), shipment.problem(), clock.instant()));
    }

    private void change(Shipment shipment) {
        atomically.run(() -> {
            ledger.change(shipment);
            // those that wait for the same way are held up by the same
            ledger.consignments(shipment.identity()).stream().filter(c -> shipment.submission().equals(c.submission())
                    || c.submission() == null && c.way().equals(shipment.way()))
                    .forEach(c -> owners.hasten(c.owner(), clock.instant()));
        });
    }

    private static boolean same(Problem a, Problem b) {
        return Objects.equals(a, b);
    }
}
