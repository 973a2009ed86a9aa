package org.diamondhpc.site.scheduler.pbs;

import java.util.OptionalInt;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.site.scheduler.family.Sight.Ending;

/**
 * How a finished job ended, from its substate and exit status together: an exit status alone can be a stale one, and
 * none at all is no success. Sources: OpenPBS's {@code job.h} and recorded outputs.
 */
final class PbsEnd {
    private static final int DELETED = 91;
    private static final int FINISHED = 92;
    private static final int BAD_SHELL = 254;

    private PbsEnd() {
    }

    static Ending of(PbsJob job) {
        OptionalInt substate = job.number("substate");
        OptionalInt status = job.number("Exit_status");
        String comment = job.record().get("comment");
        boolean ran = job.record().some("exec_host").isPresent() || job.number("run_count").isPresent()
                || job.record().some("array").isPresent();
        if (substate.orElse(0) == DELETED || !ran && job.record().get("depend").isEmpty()) {
            return new Ending(JobEnd.CANCELLED, null, null, by(comment));
        }
        if (status.isEmpty()) {
            return job.record().get("depend").contains("after")
                    ? new Ending(JobEnd.DEPENDENCY_FAILED, null, null, "a job it depends on did not end as required")
                    : new Ending(JobEnd.FAILED, null, null, "it ended without an exit status");
        }
        return ofStatus(status.getAsInt(), substate.orElse(FINISHED), comment);
    }

    /** {@code … and terminated by bea@pbs-login1}. */
    private static String by(String comment) {
        int at = comment.indexOf("terminated by ");
        return at < 0 ? "deleted" : "deleted by " + comment.substring(at + "terminated by ".length());
    }

    private static Ending ofStatus(int status, int substate, String comment) {
        int signal = PbsJob.signal(status);
        return switch (status) {
            case 0 -> substate == FINISHED ? new Ending(JobEnd.COMPLETED, 0, null, null)
                    : new Ending(JobEnd.FAILED, null, null, "the server says it failed: " + comment);
            case -26, -27 -> new Ending(JobEnd.OUT_OF_MEMORY, null, null, "used more memory than asked for");
            case -29 -> new Ending(JobEnd.TIMEOUT, null, null, null);
            case -28 -> new Ending(JobEnd.TIMEOUT, null, null, "used more processor time than asked for");
            case -24, -25 -> new Ending(JobEnd.FAILED, null, null, "used more processors than asked for");
            case -20, -10, -16 -> new Ending(JobEnd.NODE_FAIL, null, null, "a node was lost, and the job may not be run again");
            case -4, -5, -6 -> new Ending(JobEnd.NODE_FAIL, null, null, "the node's daemon was started again under the job");
            case BAD_SHELL -> new Ending(JobEnd.LAUNCH_FAILED, null, null, "the shell could not be started");
            default -> status < 0 ? new Ending(JobEnd.LAUNCH_FAILED, null, null,
                    "the node could not run it (%d): %s".formatted(status, comment))
                    : new Ending(JobEnd.FAILED, signal > 0 ? null : Integer.valueOf(status),
                            signal > 0 ? Integer.valueOf(signal) : null, null);
        };
    }
}
