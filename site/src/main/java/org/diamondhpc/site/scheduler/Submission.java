package org.diamondhpc.site.scheduler;

import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.AttemptLayout;

/** One attempt to be given to the scheduler; {@code attempt} is its token at the site. */
public record Submission(AttemptId attempt, AttemptLayout layout, JobScript script) {
}
