package org.diamondhpc.gateway.webhook;

import jakarta.enterprise.context.ApplicationScoped;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.diamondhpc.gateway.webhook.domain.HookState;
import org.diamondhpc.gateway.webhook.domain.Progress;
import org.diamondhpc.gateway.webhook.domain.Tried;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.id.WebhookId;
import org.jboss.logging.Logger;

/**
 * Sends a webhook's next wake. Its row stays as long as the webhook is active, so that a new wake only has to make it
 * due; that also reaches a delivery under way, which then looks again when it is settled. A gateway that dies between
 * sending and settling sends the same message again.
 */
@ApplicationScoped
class DeliveryHandler implements WorkHandler<DeliveryHandler.Delivery> {
    static final String KIND = "webhook";
    private static final Logger LOG = Logger.getLogger(DeliveryHandler.class);
    /** Only a safety net: a wake makes the row due. */
    private static final Duration IDLE = Duration.ofHours(6);

    private final Deliveries deliveries;
    private final EgressGate gate;
    private final WebhookSender sender;
    private final SecretBox secrets;
    private final Progress.Patience patience;
    private final Clock clock;

    DeliveryHandler(Deliveries deliveries, EgressGate gate, WebhookSender sender, SecretBox secrets,
            WebhookConfig config, Clock clock) {
        this.deliveries = deliveries;
        this.gate = gate;
        this.sender = sender;
        this.secrets = secrets;
        this.patience = new Progress.Patience(config.firstPause(), config.longestPause(), config.giveUpAfter());
        this.clock = clock;
    }

    /** Which webhook. */
    record Delivery(String webhook) {
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Delivery> payload() {
        return Delivery.class;
    }

    @Override
    public WorkOutcome work(Work<Delivery> work) throws InterruptedException {
        WebhookId hook = new WebhookId(work.payload().webhook());
        Optional<Deliveries.Next> found = deliveries.next(hook);
        if (found.isEmpty()) {
            return WorkOutcome.done();
        }
        Deliveries.Next next = found.get();
        Progress before = next.hook().progress();
        if (next.wake() == null) {
            return next.over() ? WorkOutcome.done() : WorkOutcome.again(IDLE, "waits for a wake");
        }
        if (before.nextTryAt() != null && clock.instant().isBefore(before.nextTryAt())) {
            return WorkOutcome.again(before.nextTryAt(), before.lastError());
        }
        Tried tried = send(hook, next);
        Progress now = before.after(next.wake().number(), tried, clock.instant(),
                ThreadLocalRandom.current().nextDouble(), patience);
        return outcome(hook, next, now);
    }

    private Tried send(WebhookId hook, Deliveries.Next next) throws InterruptedException {
        try {
            Optional<Recipient> to = gate.recipient(next.hook().target());
            return to.isEmpty() ? new Tried.Unanswered("nothing may be sent to where its host is now")
                    : sender.send(to.get(), secrets.open(hook, next.hook().secret),
                            Message.of(next.hook().session, next.hook().tenant, next.wake()));
        } catch (UnknownHostException e) {
            return new Tried.Unanswered("its host is not known");
        } catch (SecretBox.Sealed e) {
            return new Tried.Unanswered(e.getMessage());
        }
    }

    private WorkOutcome outcome(WebhookId hook, Deliveries.Next next, Progress now) {
        Runnable settle = () -> deliveries.settle(hook, now);
        if (now.state() != HookState.ACTIVE) {
            LOG.warnf("Webhook stopped; webhook=%s session=%s cause=%s failures=%d", hook, next.hook().session,
                    now.state(), now.failures());
            return WorkOutcome.done(settle);
        }
        if (now.nextTryAt() != null) {
            return WorkOutcome.again(now.nextTryAt(), now.lastError(), settle);
        }
        if (!next.more() && next.over()) {
            return WorkOutcome.done(settle);
        }
        return WorkOutcome.again(next.more() ? Duration.ZERO : IDLE, "delivered " + now.delivered(), settle);
    }
}
