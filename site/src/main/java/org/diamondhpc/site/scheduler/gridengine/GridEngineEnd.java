package org.diamondhpc.site.scheduler.gridengine;

import java.time.Duration;
import java.util.OptionalLong;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.site.scheduler.family.Sight.Ending;

/**
 * How a job ended. Grid Engine says {@code failed 37} for each of its limits and {@code failed 100} for every signal, so
 * the cause is told by what was asked for and used. Sources: accounting(5), sge_status(5), recorded outputs.
 */
final class GridEngineEnd {
    private static final int LIMIT = 37;
    private static final int SIGNALLED = 100;
    private static final int LARGEST_CODE = 128;
    private static final double NEARLY_ALL = 0.95;
    /** A limit is looked at now and then, and a job's end takes a moment: as short as this of it counts as reached. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private GridEngineEnd() {
    }

    static Ending of(int failed, String words, int status, QacctRecords.Limits asked, Duration ran, OptionalLong memory) {
        int signal = status > LARGEST_CODE ? status - LARGEST_CODE : 0;
        if (failed == 0) {
            return signal > 0 ? new Ending(JobEnd.FAILED, null, signal, null)
                    : new Ending(status == 0 ? JobEnd.COMPLETED : JobEnd.FAILED, status, null, null);
        }
        if (failed == LIMIT || failed == SIGNALLED) {
            return stopped(failed, signal, asked, ran, memory);
        }
        // Below 18 and from 26 on: setting the job up failed, the user's work had not begun.
        boolean lost = failed == 21 || failed == 19;
        return new Ending(lost ? JobEnd.NODE_FAIL : JobEnd.LAUNCH_FAILED, null, null,
                words.replaceFirst("^\\d+\\s*:?\\s*", "").strip());
    }

    private static Ending stopped(int failed, int signal, QacctRecords.Limits asked, Duration ran, OptionalLong memory) {
        if (asked.time() != null && ran != null && !ran.plus(SHORT).minus(asked.time()).isNegative()) {
            return new Ending(JobEnd.TIMEOUT, null, signal == 0 ? null : signal, null);
        }
        if (asked.memory() > 0 && memory.orElse(0) >= asked.memory() * NEARLY_ALL) {
            return new Ending(JobEnd.OUT_OF_MEMORY, null, signal == 0 ? null : signal,
                    "used more memory than asked for");
        }
        if (failed == LIMIT) {
            return asked.memory() > 0
                    ? new Ending(JobEnd.OUT_OF_MEMORY, null, signal, "a limit of the job was enforced before its time was up")
                    : new Ending(JobEnd.FAILED, null, signal, "a limit of its queue was enforced");
        }
        return signal == 9 || signal == 15 || signal == 0 ? new Ending(JobEnd.CANCELLED, null, signal == 0 ? null : signal,
                "ended by the scheduler; it does not say for whom") : new Ending(JobEnd.FAILED, null, signal, null);
    }
}
