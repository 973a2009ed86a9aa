package org.diamondhpc.gateway.task;

import jakarta.inject.Singleton;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteOperations;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;

/** Where a task would go, asked of discovery. */
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
}
