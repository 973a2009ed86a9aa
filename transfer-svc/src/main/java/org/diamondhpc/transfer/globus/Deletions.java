package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.diamondhpc.transfer.globus.domain.Way;

/** Has Globus delete: each deletion is one task, submitted once, that goes on whoever asked for it. */
@ApplicationScoped
public class Deletions {
    private final Desks desks;
    private final Ledger ledger;
    private final Book book;
    private final Documents documents;
    private final Atomically atomically;
    private final Bell bell;
    private final Clock clock;

    Deletions(Desks desks, Ledger ledger, Book book, Documents documents, Atomically atomically, Bell bell, Clock clock) {
        this.desks = desks;
        this.ledger = ledger;
        this.book = book;
        this.documents = documents;
        this.atomically = atomically;
        this.bell = bell;
        this.clock = clock;
    }

    /**
     * Writes the deletion down, and leaves it to be submitted. One of the same paths that has not ended is the same.
     *
     * @param way the collection at both ends
     * @param paths in the collection
     * @return under which it can be asked for
     * @throws org.diamondhpc.schemas.reason.DiamondException where Globus cannot be asked for an id
     */
    public String begin(TenantId tenant, Way way, List<String> paths, boolean recursive) {
        Desk desk = desks.of(tenant).orElseThrow(Answering::nobody);
        Optional<Shipment> same = ledger.unfinished(desk.identity()).stream()
                .filter(s -> s.kind() == Shipment.Kind.DELETE && s.way().to().equals(way.to())
                        && s.folders().equals(paths)).findFirst();
        if (same.isPresent()) {
            return same.get().submission();
        }
        try {
            Shipment deletion = documents.deletion(desk.quick().submissionId(), desk.identity(), way, paths, recursive,
                    clock.instant());
            book.planned(deletion, List.of());
            atomically.run(() -> bell.ring(desk.identity()));
            return deletion.submission();
        } catch (GlobusException e) {
            throw Answering.said(desk, e);
        }
    }

    /** How it stands; empty where it ended long ago. */
    public Optional<Shipment> look(String submission) {
        return ledger.shipment(submission);
    }
}
