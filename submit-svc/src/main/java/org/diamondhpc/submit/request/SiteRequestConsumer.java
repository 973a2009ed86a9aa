package org.diamondhpc.submit.request;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.Responder;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.submit.work.JobDesk;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The request topic as submit-svc answers it. */
@ApplicationScoped
class SiteRequestConsumer {
    private static final String SOURCE = "/diamond/submit-svc";

    private final Responder responder;
    private final Map<String, Responder.Answerer> answerers;

    SiteRequestConsumer(Responder responder, JobDesk desk, ScriptTranslation scripts) {
        this.responder = responder;
        this.answerers = Map.of(
                RequestTypes.of(SiteRequest.HoldJob.class), q -> {
                    SiteRequest.HoldJob r = q.body(SiteRequest.HoldJob.class);
                    desk.hold(r.site(), r.tenant(), r.jobId());
                    return new SiteReply.Done("held " + r.jobId());
                },
                RequestTypes.of(SiteRequest.ReleaseJob.class), q -> {
                    SiteRequest.ReleaseJob r = q.body(SiteRequest.ReleaseJob.class);
                    desk.release(r.site(), r.tenant(), r.jobId());
                    return new SiteReply.Done("released " + r.jobId());
                },
                RequestTypes.of(SiteRequest.TranslateScript.class),
                q -> scripts.translate(q.body(SiteRequest.TranslateScript.class)));
    }

    @Incoming("site-requests")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> questions) {
        responder.answer(SOURCE, questions, answerers);
    }
}
