package org.diamondhpc.gateway.transfer;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.signal.Signals;
import org.diamondhpc.gateway.transfer.domain.TransferLife;
import org.diamondhpc.gateway.transfer.domain.TransferState;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/** What every edge calls to move files, and the fold of what transfer-svc says of it. */
@ApplicationScoped
@Transactional
public class Transfers {
    private static final String CURSOR = "transfer";
    private static final int MAX_ITEMS = 1000;

    private final Rows rows;
    private final TransferItems items;
    private final Sessions sessions;
    private final Journal journal;
    private final AuditTrail audit;
    private final Event<TransferEnded> ended;
    private final Signals signals;
    private final IdSource ids;
    private final Clock clock;

    Transfers(Rows rows, TransferItems items, Sessions sessions, Journal journal, AuditTrail audit,
            Event<TransferEnded> ended, Signals signals, IdSource ids, Clock clock) {
        this.rows = rows;
        this.items = items;
        this.sessions = sessions;
        this.journal = journal;
        this.audit = audit;
        this.ended = ended;
        this.signals = signals;
        this.ids = ids;
        this.clock = clock;
    }

    @ApplicationScoped
    static class Rows implements PanacheRepositoryBase<TransferRow, String> {
        TransferRow own(Caller caller, TransferId transfer, LockModeType lock) {
            Optional<TransferRow> row = findByIdOptional(transfer.value(), lock);
            return row.filter(r -> r.tenant.equals(caller.tenant().value())).orElseThrow(() ->
                    DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no transfer " + transfer));
        }
    }

    /**
     * Asks for files to be moved.
     *
     * @param move whether what has arrived is then deleted at its source, which must be a path at a site
     * @throws DiamondException {@code INVALID_REQUEST} with everything that is wrong with the items
     */
    public TransferView request(Caller caller, SessionId session, List<TransferView.Item> asked, boolean move) {
        if (session != null) {
            sessions.requireOpen(caller, session);
        }
        if (asked.isEmpty() || asked.size() > MAX_ITEMS) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST,
                    List.of(new Violation("/items", "a transfer has 1 to " + MAX_ITEMS + " items"))));
        }
        List<Violation> violations = new ArrayList<>();
        List<TransferEvent.Item> resolved = items.resolve(caller.tenant(), asked, violations);
        if (move) {
            items.mustBeAtSites(asked, violations);
        }
        if (!violations.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, violations));
        }
        Instant at = clock.instant();
        TransferEvent.TransferRequested event = new TransferEvent.TransferRequested(ids.transfer(), caller.tenant(),
                session, resolved, at, move ? true : null);
        TransferRow row = TransferRow.of(event);
        rows.persist(row);
        publish(row, event, at);
        audit.record(caller, "transfer.request", row.id, row.session);
        return row.view();
    }

    public TransferView get(Caller caller, TransferId transfer) {
        return rows.own(caller, transfer, LockModeType.NONE).view();
    }

    public Page<TransferView> list(Caller caller, TransferState state, String cursor, int limit) {
        String after = Cursor.after(CURSOR, cursor);
        List<TransferRow> all = rows.find("tenant = ?1 and id < ?2 and (?3 is null or state = ?3) order by id desc",
                caller.tenant().value(), after == null ? "~" : after, state == null ? null : state.name())
                .range(0, limit).list();
        return Page.of(all, limit, CURSOR, r -> r.id).map(TransferRow::view);
    }

    public List<JournalEntry> events(Caller caller, TransferId transfer, int after, int limit) {
        return journal.after(rows.own(caller, transfer, LockModeType.NONE).id, after, limit);
    }

    /** Asks for a stop; a second time, or after the end, nothing happens. */
    public TransferView cancel(Caller caller, TransferId transfer) {
        TransferRow row = rows.own(caller, transfer, LockModeType.PESSIMISTIC_WRITE);
        TransferLife life = row.life();
        if (!life.state().ended() && !life.cancelRequested()) {
            Instant at = clock.instant();
            publish(row, new TransferEvent.TransferCancelRequested(transfer, caller.tenant(), caller.name()), at);
            row.life(life.cancelAsked(), at);
            audit.record(caller, "transfer.cancel", row.id, row.session);
        }
        return row.view();
    }

    /** The tenant's transfers among these, kept from ending until the end of the transaction. */
    public List<TransferView> hold(TenantId tenant, List<TransferId> transfers) {
        return find(tenant, transfers, LockModeType.PESSIMISTIC_READ);
    }

    public List<TransferView> find(TenantId tenant, List<TransferId> transfers) {
        return find(tenant, transfers, LockModeType.NONE);
    }

    private List<TransferView> find(TenantId tenant, List<TransferId> transfers, LockModeType lock) {
        return transfers.isEmpty() ? List.of() : rows.find("id in ?1 and tenant = ?2 order by id",
                        transfers.stream().map(TransferId::value).toList(), tenant.value()).withLock(lock).list()
                .stream().map(TransferRow::view).toList();
    }

    /** Whether it is a transfer of this gateway's, of the tenant the event names. */
    public boolean knows(TransferEvent event) {
        return rows.findByIdOptional(event.transfer().value(), LockModeType.PESSIMISTIC_WRITE)
                .filter(r -> r.tenant.equals(event.tenant().value())).isPresent();
    }

    /** Passed over where the transfer is not known here or belongs to another tenant than the event says. */
    public void on(TransferEvent event, ReceivedEvent received) {
        TransferRow row = rows.findById(event.transfer().value(), LockModeType.PESSIMISTIC_WRITE);
        if (row == null || !row.tenant.equals(event.tenant().value())) {
            return;
        }
        journal.received(received, row.id, ++row.events);
        TransferLife before = row.life();
        TransferLife after = before.on(event, received.time());
        if (after != before) {
            row.life(after, received.time());
            if (after.state().ended()) {
                ended.fire(new TransferEnded(event.transfer()));
            }
        }
        signals.fireAfterCommit("transfer:" + row.id);
    }

    private void publish(TransferRow row, TransferEvent event, Instant at) {
        journal.publish(event, ++row.events, at);
        signals.fireAfterCommit("transfer:" + row.id);
    }
}
