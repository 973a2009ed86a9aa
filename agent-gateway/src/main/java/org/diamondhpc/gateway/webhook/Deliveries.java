package org.diamondhpc.gateway.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.SessionState;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.gateway.wake.WakeView;
import org.diamondhpc.gateway.webhook.domain.HookState;
import org.diamondhpc.gateway.webhook.domain.Progress;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.WebhookId;

/** What a delivery reads before it sends and writes when it knows what came of it. */
@ApplicationScoped
@Transactional
class Deliveries {
    private static final String ACTOR = "agent-gateway";

    private final Webhooks.Rows rows;
    private final Waits waits;
    private final Sessions sessions;
    private final Journal journal;
    private final AuditTrail audit;
    private final MeterRegistry meters;
    private final Clock clock;

    Deliveries(Webhooks.Rows rows, Waits waits, Sessions sessions, Journal journal, AuditTrail audit,
            MeterRegistry meters, Clock clock) {
        this.rows = rows;
        this.waits = waits;
        this.sessions = sessions;
        this.journal = journal;
        this.audit = audit;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * What is to be sent now.
     *
     * @param wake the next one; null: there is none
     * @param more whether another follows it
     * @param over whether none will ever come: the session is closed and waits for nothing
     */
    record Next(WebhookRow hook, WakeView wake, boolean more, boolean over) {
    }

    /** Empty where the webhook is gone or stopped. */
    Optional<Next> next(WebhookId hook) {
        return rows.findByIdOptional(hook.value()).filter(WebhookRow::active).map(row -> {
            SessionId session = new SessionId(row.session);
            SessionView before = sessions.get(caller(row), session); // first: its last wait may end meanwhile
            List<WakeView> wakes = waits.wakes(caller(row), session, row.delivered, 2);
            return new Next(row, wakes.isEmpty() ? null : wakes.getFirst(), wakes.size() > 1,
                    before.state() == SessionState.CLOSED && before.openWaits() == 0);
        });
    }

    /** In the transaction that settles the delivery's row; a webhook removed meanwhile stays removed. */
    void settle(WebhookId hook, Progress now) {
        rows.findByIdOptional(hook.value(), LockModeType.PESSIMISTIC_WRITE).ifPresent(row -> {
            Instant at = clock.instant();
            row.keep(now);
            row.lastTriedAt = at;
            meters.counter("diamond.gateway.webhook.tries", "result",
                    now.failures() == 0 ? "taken" : now.state() == HookState.ACTIVE ? "again" : "stopped").increment();
            if (now.state() != HookState.ACTIVE) {
                stopped(row, now, at);
            }
        });
    }

    private void stopped(WebhookRow row, Progress now, Instant at) {
        Caller self = caller(row);
        journal.publish(new SessionEvent.WebhookStopped(new SessionId(row.session), self.tenant(),
                new WebhookId(row.id), row.target().getHost(), now.state().name(), now.delivered() + 1,
                now.lastStatus(), now.failures(), now.failingSince(), at), at);
        audit.record(self, "webhook.stopped", row.id, row.session);
    }

    private static Caller caller(WebhookRow row) {
        return new Caller(new TenantId(row.tenant), ACTOR, Set.of());
    }
}
