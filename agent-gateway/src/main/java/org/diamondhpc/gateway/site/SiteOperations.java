package org.diamondhpc.gateway.site;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.messaging.Question;
import org.diamondhpc.messaging.RequestReply;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.jboss.logging.Logger;

/** Asks the service that answers a request, and waits for the answer. */
@ApplicationScoped
public class SiteOperations {
    private static final Logger LOG = Logger.getLogger(SiteOperations.class);
    private final RequestReply requests;
    private final IdSource ids;
    private final GatewayConfig config;

    SiteOperations(RequestReply requests, IdSource ids, GatewayConfig config) {
        this.requests = requests;
        this.ids = ids;
        this.config = config;
    }

    /**
     * The answer, of the kind {@code expected}. Called on a virtual thread, outside a transaction.
     *
     * @throws DiamondException with the reason of whoever refused or failed, or {@code SITE_TIMEOUT}
     */
    public <R extends SiteReply> R ask(SiteRequest request, Class<R> expected) {
        return ask(request, expected, config.askTimeout());
    }

    /**
     * One step of a login. When it is done the site is looked at in the background: tasks that waited for the login
     * then go on at once, and not when the next look is due.
     */
    public SiteReply login(SiteRequest.Login step) {
        SiteReply reply = ask(step, SiteReply.class);
        if (reply instanceof SiteReply.Done) {
            Thread.ofVirtual().name("look-after-login").start(() -> look(step.tenant(), step.site()));
        }
        return reply;
    }

    private void look(TenantId tenant, SiteId site) {
        try {
            ask(new SiteRequest.RefreshSite(tenant, site), SiteReply.Seen.class);
        } catch (DiamondException e) {
            LOG.infof("The site could not be looked at after a login, site=%s reason=%s", site, e.getMessage());
        }
    }

    /** As {@link #ask(SiteRequest, Class)}, for what may take as long as a whole file. */
    public <R extends SiteReply> R askLong(SiteRequest request, Class<R> expected) {
        return ask(request, expected, config.fetchTimeout());
    }

    private <R extends SiteReply> R ask(SiteRequest request, Class<R> expected, Duration timeout) {
        String lane = request.lane() == null ? request.responder().name().toLowerCase(Locale.ROOT)
                : request.lane().value();
        Question question = new Question(Topics.SITE_REQUESTS.topic(), Topics.SITE_REPLIES.topic(),
                ids.request().value(), RequestTypes.of(request), lane, Journal.SOURCE, request, timeout,
                Map.of("tenant", request.tenant().value()));
        SiteReply reply = join(question);
        if (reply instanceof SiteReply.Failed failed) {
            throw new DiamondException(failed.problem());
        }
        if (!expected.isInstance(reply)) {
            throw new DiamondException(Problem.of(Reason.INTERNAL_ERROR,
                    "an answer of another kind came: " + reply.getClass().getSimpleName()));
        }
        return expected.cast(reply);
    }

    private SiteReply join(Question question) {
        try {
            return requests.ask(question, SiteReply.class).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof DiamondException known) {
                throw new DiamondException(known.problem(), known);
            }
            throw e;
        }
    }
}
