package org.diamondhpc.messaging;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The answering side as a service should write it, with answers that tests set by subject. */
@Singleton
public class AnsweringConsumer {
    final Map<String, Responder.Answerer> bySubject = new ConcurrentHashMap<>();
    private final Responder responder;

    AnsweringConsumer(Responder responder) {
        this.responder = responder;
    }

    @Incoming("questions")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> questions) {
        responder.answer("/test", questions, Map.of("test.question.v1",
                question -> bySubject.get(question.subject()).answer(question)));
    }
}
