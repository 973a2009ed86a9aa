package org.diamondhpc.monitor.login;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.Responder;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteRequest;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The request topic as monitor-svc answers it. */
@ApplicationScoped
class LoginRequestConsumer {
    private static final String SOURCE = "/diamond/monitor-svc";

    private final Responder responder;
    private final Map<String, Responder.Answerer> answerers;

    LoginRequestConsumer(Responder responder, LoginKeeper keeper) {
        this.responder = responder;
        this.answerers = Map.of(RequestTypes.of(SiteRequest.Login.class),
                q -> keeper.answer(q.body(SiteRequest.Login.class)));
    }

    @Incoming("site-requests")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> questions) {
        responder.answer(SOURCE, questions, answerers);
    }
}
