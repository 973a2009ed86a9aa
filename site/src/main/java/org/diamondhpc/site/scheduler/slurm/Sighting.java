package org.diamondhpc.site.scheduler.slurm;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.site.scheduler.Tick.Part;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.text.JobId;

/**
 * Everything one look brought of one attempt.
 *
 * @param rows of this attempt, whatever their job id
 * @param accounts accounting's rows of the recorded id, in the order of submission
 */
record Sighting(WatchedJob job, Instant now, Part queue, List<QueueRow> rows, Part accounting,
        List<AccountingRow> accounts, AttemptFiles files) {

    List<QueueRow> recorded() {
        return rows.stream().filter(r -> r.id().base().equals(job.jobId())).toList();
    }

    /** Accounting of one element, or of the whole job. */
    List<AccountingRow> accounts(int element) {
        return accounts.stream().filter(a -> is(a.id(), element)).toList();
    }

    List<QueueRow> recorded(int element) {
        return recorded().stream().filter(r -> is(r.id(), element)).toList();
    }

    private static boolean is(JobId id, int element) {
        return element == AttemptFiles.WHOLE ? id.component().filter(c -> !c.equals("0")).isEmpty()
                : id.elements().contains(element);
    }
}
