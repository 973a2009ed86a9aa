package org.diamondhpc.site.scheduler;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;

/** What a look for the job of an attempt found. */
public sealed interface Resolution {
    /** The look says nothing: the scheduler, or what it must be asked with, did not answer. */
    record NotHealthy(Problem problem) implements Resolution {
    }

    /**
     * @param foundBy {@code file}, {@code claim}, {@code queue} or {@code accounting}
     * @param submittedAt by the site's clock where it was seen there; otherwise the {@code since} of the look
     */
    record Found(String jobId, String foundBy, Instant submittedAt) implements Resolution {
    }

    /** A healthy look found nothing; a request still held by a frozen controller can turn up later all the same. */
    record NotFound(List<String> evidence) implements Resolution {
        public NotFound {
            evidence = Absent.list(evidence);
        }
    }
}
