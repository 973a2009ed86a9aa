package org.diamondhpc.gateway.task;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteOperations;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;

/** Scripts written for one scheduler, as tasks and as scripts for another, asked of submit-svc. */
@Singleton
public class Scripts {
    private final SiteOperations operations;

    Scripts(SiteOperations operations) {
        this.operations = operations;
    }

    /**
     * Called on a virtual thread, outside a transaction.
     *
     * @param command the words it was submitted with; may be empty
     * @param site whose script is wanted; null for the task alone
     * @throws DiamondException {@code INVALID_SPEC} where it is no script of a known family, or the site's family cannot
     *     express something
     */
    public SiteReply.Translated translate(Caller caller, String script, List<String> command, Set<KeptName> keep,
            SiteId site) {
        if (script == null) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "give the script's text as script");
        }
        return operations.ask(new SiteRequest.TranslateScript(caller.tenant(), script, command, keep, site),
                SiteReply.Translated.class);
    }
}
