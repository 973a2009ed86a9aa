package org.diamondhpc.gateway.webhook;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.net.URI;
import java.time.Instant;
import org.diamondhpc.gateway.webhook.domain.HookState;
import org.diamondhpc.gateway.webhook.domain.Progress;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WebhookId;
import org.hibernate.annotations.DynamicUpdate;

@Entity
@DynamicUpdate
@Table(name = "webhook")
class WebhookRow {
    @Id
    String id;
    String session;
    String tenant;
    String url;
    byte[] secret;
    String state;
    long delivered;
    int failures;
    @Column(name = "last_status")
    Integer lastStatus;
    @Column(name = "last_error")
    String lastError;
    @Column(name = "failing_since")
    Instant failingSince;
    @Column(name = "last_tried_at")
    Instant lastTriedAt;
    @Column(name = "next_try_at")
    Instant nextTryAt;
    @Column(name = "created_at")
    Instant createdAt;

    Progress progress() {
        return new Progress(HookState.valueOf(state), delivered, failures, lastStatus, lastError, failingSince,
                nextTryAt);
    }

    void keep(Progress now) {
        state = now.state().name();
        delivered = now.delivered();
        failures = now.failures();
        lastStatus = now.lastStatus();
        lastError = now.lastError();
        failingSince = now.failingSince();
        nextTryAt = now.nextTryAt();
    }

    boolean active() {
        return state.equals(HookState.ACTIVE.name());
    }

    URI target() {
        return URI.create(url);
    }

    WebhookView view(long lastWake) {
        return new WebhookView(new WebhookId(id), new SessionId(session), url, WebhookView.EVENTS,
                HookState.valueOf(state), delivered, Math.max(0, lastWake - delivered), failures, lastStatus, lastError,
                failingSince, lastTriedAt, nextTryAt, createdAt, null);
    }
}
