package org.diamondhpc.gateway;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.Responder;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The services that answer site requests, as a test wants them to; what is not played is not answered. */
@Singleton
public class PlayedServices {
    private final Responder responder;
    private final Map<String, Responder.Answerer> answerers = new ConcurrentHashMap<>();

    PlayedServices(Responder responder) {
        this.responder = responder;
    }

    /** Nobody answers such a question any more. */
    void silence(Class<? extends SiteRequest> request) {
        answerers.remove(RequestTypes.of(request));
    }

    <R extends SiteRequest> void play(Class<R> request, Function<R, SiteReply> answer) {
        answerers.put(RequestTypes.of(request),
                question -> answer.apply(request.cast(question.body(SiteRequest.class))));
    }

    @Incoming("site-requests")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> questions) {
        responder.answer("/diamond/played", questions, answerers);
    }
}
