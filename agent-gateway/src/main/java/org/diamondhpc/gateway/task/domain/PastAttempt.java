package org.diamondhpc.gateway.task.domain;

import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobRef;

/** An attempt that came to nothing, and why; {@code end} is absent where no job ran. */
public record PastAttempt(int number, SiteId site, String partition, JobRef job, JobEnd end, Problem problem,
        Instant endedAt) {
}
