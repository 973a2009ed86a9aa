package org.diamondhpc.transfer.work;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.Constraints;
import org.diamondhpc.schemas.spec.OutputSpec;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;

/** Orders, placements and ends as tests need them. */
public final class Orders {
    public static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");

    private Orders() {
    }

    public static TaskOrder order(String task, List<ResolvedInput> inputs, OutputSpec... outputs) {
        return order(task, inputs, Constraints.none(), outputs);
    }

    public static TaskOrder order(String task, List<ResolvedInput> inputs, Constraints constraints,
            OutputSpec... outputs) {
        TaskSpec spec = new TaskSpec("test", "/bin/true", null, null, null, null, null, null, null, List.of(outputs),
                constraints, null, null, null, null, null, null, null, null, null, null, null);
        return new TaskOrder(new TaskId(task), new TenantId("alice"), null, spec, inputs, 1, null, NOW);
    }

    public static Placement placement(String site, String user) {
        return new Placement(new SiteId(site), "fork", user, null, null, null, null, null, null, "test", "test", null,
                NOW);
    }

    public static JobRef job(String site) {
        return new JobRef(new SiteId(site), "42", NOW);
    }

    public static JobOutcome completed() {
        return new JobOutcome(JobEnd.COMPLETED, 0, null, "COMPLETED", null, NOW, NOW, null, null, null);
    }

    public static OutputSpec output(String glob) {
        return new OutputSpec(glob, null, null);
    }
}
