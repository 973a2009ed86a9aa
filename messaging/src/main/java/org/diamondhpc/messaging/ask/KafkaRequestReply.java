package org.diamondhpc.messaging.ask;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.diamondhpc.messaging.OutgoingEvent;
import org.diamondhpc.messaging.Question;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.RequestReply;
import org.diamondhpc.messaging.kafka.CloudEvents;
import org.diamondhpc.messaging.kafka.KafkaClients;
import org.diamondhpc.messaging.tx.ServiceConfig;
import org.diamondhpc.schemas.id.EventId;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/** The asking side: every question waits in memory under its id for its answer or its timeout. */
@Singleton
class KafkaRequestReply implements RequestReply {
    private static final Logger LOG = Logger.getLogger(KafkaRequestReply.class);
    private final KafkaClients clients;
    private final RepliesConfig config;
    private final IdSource ids;
    private final Clock clock;
    private final String clientId;
    private final Map<String, CompletableFuture<ReceivedEvent>> waiting = new ConcurrentHashMap<>();
    private final Map<String, ReplyListener> listeners = new ConcurrentHashMap<>();
    private KafkaProducer<String, byte[]> producer;

    KafkaRequestReply(KafkaClients clients, RepliesConfig config, IdSource ids, Clock clock, ServiceConfig service) {
        this.clients = clients;
        this.config = config;
        this.ids = ids;
        this.clock = clock;
        this.clientId = service.schema();
    }

    void start(@Observes StartupEvent event) {
        config.listen().orElse(Set.of()).forEach(this::listener);
    }

    void stop(@Observes ShutdownEvent event) {
        listeners.values().forEach(ReplyListener::close);
        waiting.values().forEach(each -> each.completeExceptionally(unavailable("the service shuts down")));
        synchronized (this) {
            if (producer != null) {
                producer.close(Duration.ofSeconds(1));
            }
        }
    }

    @Override
    public <R> CompletableFuture<R> ask(Question question, Class<R> answer) {
        EventId id = ids.event();
        CompletableFuture<ReceivedEvent> reply = new CompletableFuture<>();
        waiting.put(id.value(), reply);
        CompletableFuture.delayedExecutor(question.timeout().toMillis(), TimeUnit.MILLISECONDS, Runnable::run)
                .execute(() -> reply.completeExceptionally(timeout(question)));
        Thread.ofVirtual().name("ask-" + id).start(() -> send(id, question, reply));
        return reply.whenComplete((received, failure) -> waiting.remove(id.value()))
                .thenApply(received -> read(received, answer));
    }

    private void send(EventId id, Question question, CompletableFuture<ReceivedEvent> reply) {
        try {
            Map<String, String> headers = headers(id, question);
            if (listener(question.replyTopic()).awaitReady(question.timeout()) && !reply.isDone()) {
                producer().send(Wire.record(question.topic(), question.key(), headers, question.body()),
                        (metadata, failure) -> {
                            if (failure != null) {
                                reply.completeExceptionally(unavailable(failure.getMessage()));
                            }
                        });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            reply.completeExceptionally(e instanceof IllegalArgumentException ? e : unavailable(e.getMessage()));
        }
    }

    private Map<String, String> headers(EventId id, Question question) {
        Map<String, String> headers = new LinkedHashMap<>(CloudEvents.headers(new OutgoingEvent(id, question.topic(),
                question.key() == null ? id.value() : question.key(), question.type(), question.subject(),
                question.source(), clock.instant(), question.body(), question.headers())));
        headers.put(Wire.REPLY_TOPIC, question.replyTopic());
        headers.put(Wire.DEADLINE, Long.toString(clock.instant().plus(question.timeout()).toEpochMilli()));
        return headers;
    }

    private void received(ConsumerRecord<String, byte[]> record) {
        String asked = CloudEvents.text(record).get(Wire.IN_REPLY_TO);
        CompletableFuture<ReceivedEvent> reply = asked == null ? null : waiting.get(asked);
        if (reply != null) {
            try {
                reply.complete(CloudEvents.read(record));
            } catch (DiamondException e) {
                reply.completeExceptionally(e);
            }
        } else {
            LOG.debugf("an answer to %s is late or another instance's", asked);
        }
    }

    private static <R> R read(ReceivedEvent received, Class<R> answer) {
        if ("true".equals(received.headers().get(Wire.PROBLEM))) {
            throw new DiamondException(received.body(Problem.class));
        }
        return received.body(answer);
    }

    private ReplyListener listener(String topic) {
        return listeners.computeIfAbsent(topic, each -> new ReplyListener(each,
                () -> clients.listener(clientId + "-replies"), this::received));
    }

    private synchronized KafkaProducer<String, byte[]> producer() {
        if (producer == null) {
            producer = clients.promptProducer(clientId + "-questions");
        }
        return producer;
    }

    private static DiamondException timeout(Question question) {
        return DiamondException.of(Reason.SITE_TIMEOUT, "%s had no answer from %s within %d ms"
                .formatted(question.type(), question.subject(), question.timeout().toMillis()));
    }

    private static DiamondException unavailable(String detail) {
        return DiamondException.of(Reason.INTERNAL_UNAVAILABLE, "the question could not be sent: " + detail);
    }
}
