package org.diamondhpc.gateway.webhook;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.gateway.webhook.domain.Secret;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/** Registers a webhook once for a key; the answer that is kept for a repeated request is without the secret. */
@ApplicationScoped
public class Registrations {
    private final Webhooks webhooks;
    private final EgressGate gate;
    private final Idempotency idempotency;

    Registrations(Webhooks webhooks, EgressGate gate, Idempotency idempotency) {
        this.webhooks = webhooks;
        this.gate = gate;
        this.idempotency = idempotency;
    }

    /**
     * A webhook to be registered.
     *
     * @param url https; without user, password and fragment
     * @param events what to send, {@code wakes}; absent: that
     * @param secret {@code whsec_} and base64 of 24 to 64 bytes; absent: one is made
     * @param after begin with the wake after this number; absent: after the last acknowledged one
     */
    public record NewWebhook(String url, List<String> events, String secret, Long after) {
        @Override
        public String toString() {
            return "webhook"; // the rest may be secret
        }
    }

    /**
     * @param path where the session's webhooks are
     * @param key as sent; null: none
     * @param request what must be the same each time
     * @throws DiamondException {@code INVALID_REQUEST} with all that is wrong, or {@code POLICY_DENIED}
     */
    public Answer register(Caller caller, SessionId session, NewWebhook asked, String path, String key, byte[] request) {
        Secret given = checked(asked);
        gate.check(asked.url());
        AtomicReference<WebhookView> made = new AtomicReference<>();
        Answer kept = idempotency.once(caller, key, request, () -> {
            made.set(webhooks.register(caller, session, asked.url(), given, asked.after()));
            return Answer.of(201, path + "/" + made.get().id(), null, made.get().with(null));
        });
        return kept.replayed() || made.get() == null ? kept : Answer.of(201, kept.location(), null, made.get());
    }

    private static Secret checked(NewWebhook asked) {
        List<Violation> wrong = new ArrayList<>();
        if (asked.url() == null) {
            wrong.add(new Violation("/url", "the URL to send wakes to is missing"));
        }
        if (asked.events() != null && !asked.events().equals(WebhookView.EVENTS)) {
            wrong.add(new Violation("/events", "what can be sent is " + WebhookView.EVENTS));
        }
        Secret secret = null;
        try {
            secret = asked.secret() == null ? null : Secret.parse(asked.secret());
        } catch (IllegalArgumentException e) {
            wrong.add(new Violation("/secret", e.getMessage()));
        }
        if (!wrong.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, wrong));
        }
        return secret;
    }
}
