package org.diamondhpc.site.scheduler.lsf;

import java.util.Map;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.site.scheduler.family.Sight.Ending;

/**
 * How a job ended: {@code DONE} is exit status 0; of {@code EXIT} the termination reason tells the cause. Source: IBM
 * Spectrum LSF 10.1, "Termination reasons displayed by bacct, bhist and bjobs".
 */
final class LsfEnd {
    private static final int LARGEST_CODE = 128;
    private static final Map<String, JobEnd> REASONS = Map.ofEntries(
            Map.entry("TERM_RUNLIMIT", JobEnd.TIMEOUT), Map.entry("TERM_CPULIMIT", JobEnd.TIMEOUT),
            Map.entry("TERM_WINDOW", JobEnd.TIMEOUT), Map.entry("TERM_DEADLINE", JobEnd.DEADLINE),
            Map.entry("TERM_MEMLIMIT", JobEnd.OUT_OF_MEMORY), Map.entry("TERM_SWAP", JobEnd.OUT_OF_MEMORY),
            Map.entry("TERM_OWNER", JobEnd.CANCELLED), Map.entry("TERM_FORCE_OWNER", JobEnd.CANCELLED),
            Map.entry("TERM_ADMIN", JobEnd.CANCELLED), Map.entry("TERM_FORCE_ADMIN", JobEnd.CANCELLED),
            Map.entry("TERM_BUCKET_KILL", JobEnd.CANCELLED), Map.entry("TERM_REMOVE_HUNG_JOB", JobEnd.CANCELLED),
            Map.entry("TERM_PREEMPT", JobEnd.PREEMPTED), Map.entry("TERM_LOAD", JobEnd.PREEMPTED),
            Map.entry("TERM_ORPHAN_SYSTEM", JobEnd.DEPENDENCY_FAILED),
            Map.entry("TERM_CWD_NOTEXIST", JobEnd.LAUNCH_FAILED), Map.entry("TERM_PRE_EXEC_FAIL", JobEnd.LAUNCH_FAILED),
            Map.entry("TERM_UNKNOWN", JobEnd.FAILED), Map.entry("TERM_ZOMBIE", JobEnd.NODE_FAIL),
            Map.entry("TERM_RMS", JobEnd.NODE_FAIL));

    private LsfEnd() {
    }

    /** @param reason {@code TERM_RUNLIMIT: job killed after reaching LSF run time limit}; empty where none is shown */
    static Ending of(String stat, String code, String reason) {
        if (stat.equals("DONE")) {
            return new Ending(JobEnd.COMPLETED, 0, null, null);
        }
        JobEnd end = REASONS.getOrDefault(reason.replaceAll("[:; ].*", ""), JobEnd.FAILED);
        int status = code == null || !code.matches("\\d{1,6}") ? -1 : Integer.parseInt(code);
        boolean signalled = status > LARGEST_CODE;
        return new Ending(end, end == JobEnd.FAILED && status >= 0 && !signalled ? status : null,
                signalled ? status - LARGEST_CODE : null, reason.isEmpty() ? null : reason);
    }
}
