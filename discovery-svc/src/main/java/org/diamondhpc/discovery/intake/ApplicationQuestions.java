package org.diamondhpc.discovery.intake;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.diamondhpc.discovery.store.ApplicationRows;
import org.diamondhpc.messaging.Responder.Answerer;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;

/** Keeps the registry of applications. */
@ApplicationScoped
class ApplicationQuestions {
    private final ApplicationRows rows;
    private final Clock clock;

    ApplicationQuestions(ApplicationRows rows, Clock clock) {
        this.rows = rows;
        this.clock = clock;
    }

    Map<String, Answerer> answerers() {
        return Map.of(RequestTypes.of(SiteRequest.PutApplication.class),
                question -> put((SiteRequest.PutApplication) question.body(SiteRequest.class)),
                RequestTypes.of(SiteRequest.ListApplications.class),
                question -> list((SiteRequest.ListApplications) question.body(SiteRequest.class)),
                RequestTypes.of(SiteRequest.DeleteApplication.class),
                question -> delete((SiteRequest.DeleteApplication) question.body(SiteRequest.class)));
    }

    private SiteReply put(SiteRequest.PutApplication request) {
        return QuarkusTransaction.requiringNew().call(() -> {
            rows.put(request.tenant(), request.application(), clock.instant());
            return one(request.tenant(), request.application().name());
        });
    }

    private SiteReply list(SiteRequest.ListApplications request) {
        return QuarkusTransaction.requiringNew().call(() -> request.name() == null
                ? new SiteReply.Applications(rows.list(request.tenant())) : one(request.tenant(), request.name()));
    }

    private SiteReply delete(SiteRequest.DeleteApplication request) {
        QuarkusTransaction.requiringNew().run(() -> rows.delete(request.tenant(), request.name()));
        return new SiteReply.Done("there is no application " + request.name() + " any more");
    }

    private SiteReply one(TenantId tenant, String name) {
        return new SiteReply.Applications(List.of(rows.find(tenant, name).orElseThrow(() ->
                DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no application " + name))));
    }
}
