package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmMessagesTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "Batch job submission failed: Socket timed out on send/recv operation; SCHEDULER_UNCONFIRMED",
            "Batch job submission failed: Unable to contact slurm controller (receive failure); SCHEDULER_UNCONFIRMED",
            "Batch job submission failed: Zero Bytes were transmitted or received; SCHEDULER_UNCONFIRMED",
            "Batch job submission failed: Unable to contact slurm controller (connect failure); SCHEDULER_UNAVAILABLE",
            "If munged is up, restart with --num-threads=10; SCHEDULER_UNAVAILABLE",
            "Munge encode failed: Failed to connect to \"/run/munge/munge.socket.2\": Connection refused; SCHEDULER_UNAVAILABLE",
            "slurm_send_node_msg: auth_g_create: REQUEST_SUBMIT_BATCH_JOB has authentication error; SCHEDULER_UNAVAILABLE",
            "Batch job submission failed: Slurm backup controller in standby mode; SCHEDULER_UNAVAILABLE",
            "Batch job submission failed: Required partition not available (inactive or drain); SCHEDULER_UNAVAILABLE",
            "Batch job submission failed: I/O error writing script/environment to file; SITE_DISK_FULL",
            "AssocMaxSubmitJobLimit|Batch job submission failed: Job violates accounting/QOS policy (job submit limit, "
                    + "user's size and/or time limits); SCHEDULER_BUSY",
            "QOSMaxSubmitJobPerUserLimit|Batch job submission failed: Job violates accounting/QOS policy; SCHEDULER_BUSY",
            "Batch job submission failed: Job violates accounting/QOS policy; SCHEDULER_BUSY",
            "QOSMaxWallDurationPerJobLimit|Batch job submission failed: Job violates accounting/QOS policy; SCHEDULER_LIMIT_EXCEEDED",
            "AssocMaxWallDurationPerJobLimit|Batch job submission failed: Job violates; SCHEDULER_LIMIT_EXCEEDED",
            "QOSMaxCpuPerUserLimit|Batch job submission failed: Job violates accounting/QOS policy; SCHEDULER_LIMIT_EXCEEDED",
            "Slurm temporarily unable to accept job, sleeping and retrying; SCHEDULER_BUSY",
            "Batch job submission failed: Resource temporarily unavailable; SCHEDULER_BUSY",
            "invalid partition specified: nosuch|Batch job submission failed: Invalid partition name specified; "
                    + "SCHEDULER_INVALID_PARTITION",
            "Batch job submission failed: User's group not permitted to use this partition; SCHEDULER_INVALID_PARTITION",
            "Batch job submission failed: Invalid account or account/partition combination specified; "
                    + "SCHEDULER_INVALID_ACCOUNT",
            "Batch job submission failed: Invalid qos specification; SCHEDULER_INVALID_QOS",
            "Batch job submission failed: Requested node configuration is not available; SCHEDULER_INFEASIBLE",
            "Memory specification can not be satisfied|Batch job submission failed: Requested node configuration is not "
                    + "available; SCHEDULER_INFEASIBLE",
            "Batch job submission failed: Invalid feature specification; SCHEDULER_INFEASIBLE",
            "Batch job submission failed: Invalid generic resource (gres) specification; SCHEDULER_INFEASIBLE",
            "Batch job submission failed: Requested time limit is invalid (missing or exceeds some limit); "
                    + "SCHEDULER_LIMIT_EXCEEDED",
            "Batch job submission failed: Node count specification invalid; SCHEDULER_LIMIT_EXCEEDED",
            "Invalid numeric value \"0\" for --ntasks.; INVALID_SPEC",
            "Invalid time specification (pos=0): yesterdayx|Invalid --begin specification; INVALID_SPEC",
            "Batch script contains DOS line breaks (\\r\\n)|instead of expected UNIX line breaks (\\n).; INVALID_SPEC",
            "This does not look like a batch script.  The first|line must start with #! followed by the path to an "
                    + "interpreter.; INVALID_SPEC",
            "Batch script is empty!; INVALID_SPEC",
            "unrecognized option '--prefer=x'; SCHEDULER_REFUSED",
            "Jobs of this group need a project code|Batch job submission failed: Unspecified error; SCHEDULER_REFUSED",
            "/bin/sh: 3: sbatch: not found; SITE_MISCONFIGURED"})
    void knowsWhatSbatchSays(String message, Reason reason) {
        String said = "sbatch: error: " + message.replace("|", "\nsbatch: error: ");

        assertThat(SlurmMessages.refusal(said).reason()).isEqualTo(reason);
        assertThat(SlurmMessages.refusal(said).detail()).doesNotContain("sbatch: error");
    }

    @Test
    void neverTakesSilenceForARefusal() {
        assertThat(SlurmMessages.refusal("").outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "Priority; ahead of it", "Resources; next in line", "QOSMaxJobsPerUserLimit; as the QOS allows",
            "AssocGrpCPUMinutesLimit; budget", "(ReqNodeNotAvail, UnavailableNodes:a001); not available",
            "JobHeldUser; held", "PartitionTimeLimit; more time", "DependencyNeverSatisfied; never start",
            "BeginTime; begin time", "JobArrayTaskLimit; array", "SomethingNew; the scheduler says: SomethingNew"})
    void explainsWhyAJobWaits(String reason, String words) {
        assertThat(PendingReasons.explain(reason)).contains(words);
    }
}
