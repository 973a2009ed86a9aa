package org.diamondhpc.monitor.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * One attempt's job under watch.
 *
 * @param absentSince since when healthy looks find nothing of it; absent: it was there at the last look
 * @param duplicates second jobs of the attempt that were reported already
 * @param moving whether it is being withdrawn, so that its task can be moved
 */
public record TrackedJob(TaskOrder order, Placement placement, JobRef job, JobLife life, Instant absentSince,
        List<String> duplicates, boolean moving) {
    public TrackedJob {
        duplicates = Absent.list(duplicates);
    }

    public static TrackedJob of(TaskOrder order, Placement placement, JobRef job) {
        return new TrackedJob(order, placement, job, JobLife.submitted(), null, List.of(), false);
    }

    public AttemptId attempt() {
        return order.attemptId();
    }

    public TenantId tenant() {
        return order.tenant();
    }

    public boolean ended() {
        return life instanceof JobLife.Ended;
    }

    TrackedJob with(JobLife next) {
        return new TrackedJob(order, placement, job, next, null, duplicates, moving);
    }

    TrackedJob withJob(JobRef other) {
        return new TrackedJob(order, placement, other, life, null, duplicates, moving);
    }

    TrackedJob absent(Instant since) {
        return new TrackedJob(order, placement, job, life, since, duplicates, moving);
    }

    TrackedJob moving(boolean now) {
        return new TrackedJob(order, placement, job, life, absentSince, duplicates, now);
    }

    TrackedJob withDuplicate(String jobId) {
        List<String> more = new ArrayList<>(duplicates);
        more.add(jobId);
        return new TrackedJob(order, placement, job, life, absentSince, more, moving);
    }
}
