package org.diamondhpc.site.scheduler.slurm;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.task.JobEnd;

/**
 * Every state word of Slurm, what it means for us. Source: {@code squeue(1)}, "JOB STATE CODES", of 20.02 to 25.05.
 *
 * @param kind what the job does
 * @param end how it ended, for ENDED alone
 */
record SlurmState(String word, Kind kind, Optional<JobEnd> end) {
    /** What a job in a state does. */
    enum Kind { WAITING, REQUEUED, RUNNING, ENDED, UNKNOWN }

    private static final Map<String, Kind> ALIVE = Map.ofEntries(
            Map.entry("PENDING", Kind.WAITING), Map.entry("CONFIGURING", Kind.WAITING),
            Map.entry("RESV_DEL_HOLD", Kind.WAITING), Map.entry("POWER_UP_NODE", Kind.WAITING),
            Map.entry("REQUEUED", Kind.REQUEUED), Map.entry("REQUEUE_HOLD", Kind.REQUEUED),
            Map.entry("REQUEUE_FED", Kind.REQUEUED), Map.entry("SPECIAL_EXIT", Kind.REQUEUED),
            Map.entry("RUNNING", Kind.RUNNING), Map.entry("COMPLETING", Kind.RUNNING),
            Map.entry("SUSPENDED", Kind.RUNNING), Map.entry("STOPPED", Kind.RUNNING),
            Map.entry("RESIZING", Kind.RUNNING), Map.entry("SIGNALING", Kind.RUNNING),
            Map.entry("STAGE_OUT", Kind.RUNNING), Map.entry("UPDATE_DB", Kind.RUNNING),
            Map.entry("EXPEDITING", Kind.RUNNING));
    private static final Map<String, JobEnd> ENDED = Map.ofEntries(
            Map.entry("COMPLETED", JobEnd.COMPLETED), Map.entry("FAILED", JobEnd.FAILED),
            Map.entry("CANCELLED", JobEnd.CANCELLED), Map.entry("TIMEOUT", JobEnd.TIMEOUT),
            Map.entry("OUT_OF_MEMORY", JobEnd.OUT_OF_MEMORY), Map.entry("NODE_FAIL", JobEnd.NODE_FAIL),
            Map.entry("PREEMPTED", JobEnd.PREEMPTED), Map.entry("BOOT_FAIL", JobEnd.LAUNCH_FAILED),
            Map.entry("LAUNCH_FAILED", JobEnd.LAUNCH_FAILED), Map.entry("RECONFIG_FAIL", JobEnd.LAUNCH_FAILED),
            Map.entry("DEADLINE", JobEnd.DEADLINE), Map.entry("REVOKED", JobEnd.CANCELLED));

    /** Also {@code CANCELLED by 1001}, {@code CANCELLED+} and {@code COMPLETED,UPDATE_DB}; an unknown word is UNKNOWN. */
    static SlurmState of(String text) {
        String word = text.strip().toUpperCase(Locale.ROOT).split("[ ,+]", 2)[0];
        JobEnd end = ENDED.get(word);
        return end != null ? new SlurmState(word, Kind.ENDED, Optional.of(end))
                : new SlurmState(word, ALIVE.getOrDefault(word, Kind.UNKNOWN), Optional.empty());
    }

    boolean ended() {
        return kind == Kind.ENDED;
    }
}
