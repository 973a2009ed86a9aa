package org.diamondhpc.gateway.webhook;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.SessionState;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.SessionsWoken;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.webhook.domain.Progress;
import org.diamondhpc.gateway.webhook.domain.Secret;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WebhookId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** What every edge calls to have a session's wakes sent somewhere. */
@ApplicationScoped
@Transactional
public class Webhooks {
    /** So many deliveries of one tenant may hang at slow receivers without holding up the others of it. */
    private static final int LANES = 4;

    private final Rows rows;
    private final Sessions sessions;
    private final AuditTrail audit;
    private final WorkQueue work;
    private final SecretBox secrets;
    private final WebhookConfig config;
    private final IdSource ids;
    private final Clock clock;

    Webhooks(Rows rows, Sessions sessions, AuditTrail audit, WorkQueue work, SecretBox secrets, WebhookConfig config,
            IdSource ids, Clock clock) {
        this.rows = rows;
        this.sessions = sessions;
        this.audit = audit;
        this.work = work;
        this.secrets = secrets;
        this.config = config;
        this.ids = ids;
        this.clock = clock;
    }

    @ApplicationScoped
    static class Rows implements PanacheRepositoryBase<WebhookRow, String> {
        WebhookRow own(Caller caller, SessionId session, WebhookId hook, LockModeType lock) {
            return findByIdOptional(hook.value(), lock).filter(r -> r.tenant.equals(caller.tenant().value())
                    && r.session.equals(session.value())).orElseThrow(() ->
                            DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no webhook " + hook));
        }

        @SuppressWarnings("unchecked")
        List<String> of(Set<SessionId> sessions) {
            return getEntityManager().createNativeQuery("SELECT id FROM webhook WHERE session = ANY(?1) ORDER BY id",
                    String.class).setParameter(1, sessions.stream().map(SessionId::value).toArray(String[]::new))
                    .getResultList();
        }
    }

    /**
     * Sends the session's wakes to a URL from now on, beginning after number {@code after}.
     *
     * @param secret null: one is made, and shown in the answer and never again
     * @param after null: after the last acknowledged wake
     * @throws DiamondException {@code INVALID_STATE} where the session is closed or has enough of them
     */
    public WebhookView register(Caller caller, SessionId session, String url, Secret secret, Long after) {
        secrets.require();
        SessionView view = sessions.hold(caller, session);
        if (view.state() == SessionState.CLOSED) {
            throw DiamondException.of(Reason.INVALID_STATE, "session " + session + " is closed");
        }
        if (rows.count("session", session.value()) >= config.perSession()) {
            throw DiamondException.of(Reason.INVALID_STATE, "a session has at most " + config.perSession()
                    + " webhooks");
        }
        Secret shared = secret == null ? secrets.fresh() : secret;
        WebhookId id = ids.webhook();
        WebhookRow row = new WebhookRow();
        row.id = id.value();
        row.session = session.value();
        row.tenant = caller.tenant().value();
        row.url = url;
        row.secret = secrets.seal(id, shared);
        row.createdAt = clock.instant();
        row.keep(Progress.from(number(after == null ? view.acked() : after, view)));
        rows.persist(row);
        begin(row);
        audit.record(caller, "webhook.register", row.id, row.session);
        return row.view(view.lastWake()).with(secret == null ? shared.text() : null);
    }

    public List<WebhookView> list(Caller caller, SessionId session) {
        long lastWake = sessions.get(caller, session).lastWake();
        return rows.find("session = ?1 order by id", session.value()).stream().map(r -> r.view(lastWake)).toList();
    }

    public WebhookView get(Caller caller, SessionId session, WebhookId hook) {
        long lastWake = sessions.get(caller, session).lastWake();
        return rows.own(caller, session, hook, LockModeType.NONE).view(lastWake);
    }

    /** Nothing is sent any more; what is on its way right now may still arrive. */
    public void remove(Caller caller, SessionId session, WebhookId hook) {
        WebhookRow row = rows.own(caller, session, hook, LockModeType.NONE);
        work.cancel(DeliveryHandler.KIND, row.id);
        rows.delete(row);
        audit.record(caller, "webhook.remove", row.id, row.session);
    }

    /**
     * Sends again at once, also where it was given up.
     *
     * @param after from the wake after this number on; null: what was not taken yet
     */
    public WebhookView redeliver(Caller caller, SessionId session, WebhookId hook, Long after) {
        SessionView view = sessions.get(caller, session);
        WebhookRow known = rows.own(caller, session, hook, LockModeType.NONE);
        work.cancel(DeliveryHandler.KIND, known.id); // before the row is locked, as a delivery does it
        WebhookRow row = rows.own(caller, session, hook, LockModeType.PESSIMISTIC_WRITE);
        rows.getEntityManager().refresh(row);
        row.keep(row.progress().restarted(number(after == null ? row.delivered : after, view)));
        begin(row);
        audit.record(caller, "webhook.redeliver", row.id, row.session);
        return row.view(view.lastWake());
    }

    /** A delivery that waits for the next wake need not wait longer; one that is tried again waits its time. */
    void woken(@Observes SessionsWoken woken) {
        for (String hook : rows.of(woken.sessions())) {
            work.hasten(DeliveryHandler.KIND, hook, clock.instant());
        }
    }

    private void begin(WebhookRow row) {
        String lane = "webhook/" + row.tenant + "/"
                + Math.floorMod(row.target().getHost().toLowerCase(Locale.ROOT).hashCode(), LANES);
        work.enqueue(new NewWork(DeliveryHandler.KIND, row.id, lane, new DeliveryHandler.Delivery(row.id)));
    }

    private static long number(long after, SessionView session) {
        if (after < 0 || after > session.lastWake()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "after is the number of a wake; the last one is "
                    + session.lastWake());
        }
        return after;
    }
}
