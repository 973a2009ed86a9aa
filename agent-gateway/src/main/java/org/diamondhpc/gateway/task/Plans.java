package org.diamondhpc.gateway.task;

import jakarta.inject.Singleton;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteOperations;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;

/** Where a task would go, and what earlier answers were worth; asked of discovery. */
@Singleton
public class Plans {
    private final Tasks tasks;
    private final SiteOperations operations;

    Plans(Tasks tasks, SiteOperations operations) {
        this.tasks = tasks;
        this.operations = operations;
    }

    /** Called on a virtual thread, outside a transaction. */
    public SiteReply.Plan plan(Caller caller, TaskSubmission submission) {
        return operations.ask(new SiteRequest.PlanPlacement(caller.tenant(), tasks.draft(caller, submission)),
                SiteReply.Plan.class);
    }

    /** What was foreseen for the tenant's latest placements, and what came. @param site null: all sites */
    public SiteReply.Predictions predictions(Caller caller, SiteId site, int limit) {
        return operations.ask(new SiteRequest.ReadPredictions(caller.tenant(), site, limit), SiteReply.Predictions.class);
    }
}
