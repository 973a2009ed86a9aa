package org.diamondhpc.messaging.ask;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.diamondhpc.messaging.OutgoingEvent;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.Responder;
import org.diamondhpc.messaging.kafka.CloudEvents;
import org.diamondhpc.messaging.kafka.KafkaClients;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.messaging.tx.ServiceConfig;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/** The answering side. */
@Singleton
class LaneResponder implements Responder {
    private static final Logger LOG = Logger.getLogger(LaneResponder.class);
    private final KafkaClients clients;
    private final RepliesConfig config;
    private final IdSource ids;
    private final Clock clock;
    private final String clientId;
    // One a site: bounded by the sites there are.
    private final Map<String, AnswerLane> lanes = new ConcurrentHashMap<>();
    private KafkaProducer<String, byte[]> producer;

    LaneResponder(KafkaClients clients, RepliesConfig config, IdSource ids, Clock clock, ServiceConfig service) {
        this.clients = clients;
        this.config = config;
        this.ids = ids;
        this.clock = clock;
        this.clientId = service.schema() + "-answers";
    }

    synchronized void stop(@Observes ShutdownEvent event) {
        if (producer != null) {
            producer.close(Duration.ofSeconds(1));
        }
    }

    @Override
    public void answer(String source, ConsumerRecords<String, byte[]> questions, Map<String, Answerer> answerers) {
        for (ConsumerRecord<String, byte[]> record : questions) {
            try {
                ReceivedEvent question = CloudEvents.read(record);
                Answerer answerer = answerers.get(question.type());
                if (answerer != null && left(question).isPositive()) {
                    dispatch(source, question, answerer);
                }
            } catch (DiamondException | NumberFormatException noQuestion) {
                LOG.warnf("%s-%d@%d is no question: %s", record.topic(), record.partition(), record.offset(),
                        noQuestion.getMessage());
            }
        }
    }

    private void dispatch(String source, ReceivedEvent question, Answerer answerer) {
        AnswerLane lane = lanes.computeIfAbsent(question.subject(),
                subject -> new AnswerLane(config.perLane(), config.waiting()));
        if (!lane.enter()) {
            Thread.ofVirtual().start(() -> reply(source, question, Problem.of(Reason.SITE_BUSY,
                    "too many questions wait for " + question.subject())));
            return;
        }
        Thread.ofVirtual().name("answer-" + question.id()).start(() -> {
            try {
                if (lane.acquire(left(question))) {
                    try {
                        reply(source, question, work(question, answerer));
                    } finally {
                        lane.release();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                lane.leave();
            }
        });
    }

    private static Object work(ReceivedEvent question, Answerer answerer) {
        ManagedContext request = Arc.container().requestContext();
        request.activate();
        try {
            return CurrentTrace.with(question.headers().get(CurrentTrace.HEADER), () -> answerer.answer(question));
        } catch (DiamondException e) {
            return e.problem();
        } catch (Exception e) {
            LOG.errorf(e, "%s could not be answered", question);
            return Problem.of(Reason.INTERNAL_ERROR, "question " + question.id() + ": " + e.getClass().getSimpleName());
        } finally {
            request.terminate();
        }
    }

    private void reply(String source, ReceivedEvent question, Object body) {
        String topic = question.headers().get(Wire.REPLY_TOPIC);
        try {
            Map<String, String> headers = new LinkedHashMap<>(CloudEvents.headers(new OutgoingEvent(ids.event(), topic,
                    question.id(), question.type() + ".answer", question.subject(), source, clock.instant(), body)));
            headers.put(Wire.IN_REPLY_TO, question.id());
            if (body instanceof Problem) {
                headers.put(Wire.PROBLEM, "true");
            }
            producer().send(Wire.record(topic, question.id(), headers, body), (metadata, failure) -> {
                if (failure instanceof RecordTooLargeException && !(body instanceof Problem)) {
                    Thread.ofVirtual().start(() -> reply(source, question,
                            Problem.of(Reason.INVALID_TOO_LARGE, "the answer is too large: " + failure.getMessage())));
                } else if (failure != null) {
                    LOG.warnf("The answer to %s is lost: %s", question, failure.getMessage());
                }
            });
        } catch (RuntimeException e) {
            LOG.warnf(e, "The answer to %s is lost", question);
        }
    }

    /** How long somebody still waits for the answer. */
    private Duration left(ReceivedEvent question) {
        String deadline = question.headers().get(Wire.DEADLINE);
        if (deadline == null || question.headers().get(Wire.REPLY_TOPIC) == null) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "the question has no deadline or reply topic");
        }
        return Duration.between(clock.instant(), Instant.ofEpochMilli(Long.parseLong(deadline)));
    }

    private synchronized KafkaProducer<String, byte[]> producer() {
        if (producer == null) {
            producer = clients.promptProducer(clientId);
        }
        return producer;
    }
}
