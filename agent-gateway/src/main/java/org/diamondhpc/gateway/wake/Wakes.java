package org.diamondhpc.gateway.wake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.session.SessionsWoken;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.WakeReason;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.WaitId;

/** Writes wakes down, numbers them and tells of them; in the transaction that decided them. */
@ApplicationScoped
class Wakes {
    private final WaitRows rows;
    private final Sessions sessions;
    private final Digests digests;
    private final Journal journal;
    private final WorkQueue work;
    private final Event<SessionsWoken> woken;
    private final MeterRegistry meters;

    Wakes(WaitRows rows, Sessions sessions, Digests digests, Journal journal, WorkQueue work,
            Event<SessionsWoken> woken, MeterRegistry meters) {
        this.rows = rows;
        this.sessions = sessions;
        this.digests = digests;
        this.journal = journal;
        this.work = work;
        this.woken = woken;
        this.meters = meters;
    }

    /**
     * A wake that was decided.
     *
     * @param alarms what nobody asked for, where that is the reason
     * @param trace of what led to it; null: none
     */
    record Due(HeldWait held, WakeReason reason, List<Attention.Raised> alarms, String trace, Instant at) {
        private boolean ends() {
            return reason != WakeReason.ATTENTION;
        }
    }

    /** In this order. */
    void write(List<Due> all) {
        if (all.isEmpty()) {
            return;
        }
        Set<String> ids = all.stream().map(d -> d.held().row().session).collect(Collectors.toCollection(TreeSet::new));
        sessions.lock(ids);
        digests.fetch(all.stream().map(Due::held).toList());
        all.forEach(due -> CurrentTrace.run(due.trace(), () -> write(due)));
        work.cancel(DeadlineHandler.KIND, all.stream().filter(d -> d.ends() && d.reason() != WakeReason.DEADLINE)
                .map(d -> d.held().row()).filter(w -> w.deadline != null).map(w -> w.id).toList());
        woken.fire(new SessionsWoken(ids.stream().map(SessionId::new).collect(Collectors.toSet())));
    }

    private void write(Due due) {
        WaitRow row = due.held().row();
        SessionId session = new SessionId(row.session);
        Sessions.Numbered next = due.ends() ? sessions.wake(session) : sessions.wakeWaiting(session);
        String digest = digests.of(row, due.held().items(), next.session(), due.reason(), due.alarms());
        WakeRow wake = new WakeRow();
        wake.session = row.session;
        wake.number = next.number();
        wake.wait = row.id;
        wake.reason = due.reason().name();
        wake.digest = digest;
        wake.issuedAt = due.at();
        rows.persistWake(wake);
        journal.publish(new SessionEvent.WakeIssued(session, new TenantId(row.tenant), next.number(),
                new WaitId(row.id), wake.reason, written(digest), due.at()), due.at());
        meters.counter("diamond.gateway.wakes", "reason", wake.reason).increment();
        if (due.ends()) {
            row.wake = next.number();
            due.held().close(due.at());
        }
    }

    /** JSON as it is, not to be read and written again. */
    private static JsonNode written(String json) {
        return JsonNodeFactory.instance.rawValueNode(new RawValue(json));
    }
}
