package org.diamondhpc.gateway.webhook;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.webhook.domain.HookState;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WebhookId;

/**
 * A webhook.
 *
 * @param events what is sent
 * @param delivered the number of the last wake that was taken; what follows it was not
 * @param undelivered wakes that were not taken yet, counted
 * @param failures tries of the next wake in a row that failed
 * @param lastStatus the receiver's last answer; absent: it never answered
 * @param lastError what went wrong last
 * @param nextTryAt when the next wake is tried again; absent: nothing waits for a time
 * @param secret shown once, when it was made here
 */
public record WebhookView(WebhookId id, SessionId session, String url, List<String> events, HookState state,
        long delivered, long undelivered, int failures, Integer lastStatus, String lastError, Instant failingSince,
        Instant lastTriedAt, Instant nextTryAt, Instant createdAt, String secret) {
    /** What can be sent. */
    public static final List<String> EVENTS = List.of("wakes");

    public WebhookView with(String made) {
        return new WebhookView(id, session, url, events, state, delivered, undelivered, failures, lastStatus, lastError,
                failingSince, lastTriedAt, nextTryAt, createdAt, made);
    }

    @Override
    public String toString() {
        return "webhook " + id + " " + state;
    }
}
