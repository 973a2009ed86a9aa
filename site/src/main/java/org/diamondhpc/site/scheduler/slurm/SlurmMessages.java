package org.diamondhpc.site.scheduler.slurm;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/**
 * What Slurm's clients say when they fail, and what it means; the first entry that fits counts. Sources: Slurm's
 * {@code src/common/slurm_errno.c} (20.02 to 24.11), {@code sbatch.c}, and outputs recorded from 22.05. The line above
 * the last one often names the very limit ({@code AssocMaxSubmitJobLimit}); hence the order.
 */
final class SlurmMessages {
    private record Entry(Pattern says, Reason reason) {
    }

    private static final List<Entry> TABLE = List.of(
            // The request may have arrived: a frozen controller runs it when it goes on.
            entry("Socket timed out on send/recv|receive failure|Zero Bytes were transmitted|Connection reset by peer"
                    + "|Unexpected message received|Insane message length|Message receive failure"
                    + "|sbatch did not answer|Communication connection failure$", Reason.SCHEDULER_UNCONFIRMED),
            // It certainly has not.
            entry("connect failure|send failure|Munge encode failed|munged|authentication error|authentication failed"
                    + "|Connection refused|No route to host|standby mode|backup controller|Unable to resolve"
                    + "|Slurm controller not responding"
                    + "|Incompatible versions of client and server", Reason.SCHEDULER_UNAVAILABLE),
            // The client itself rejects the script or an option that Diamond wrote from the spec: no place does better.
            // Options one version knows and another does not, and what a site's own filter says, are not among these.
            entry("Batch script (is empty|contains only whitespace|contains DOS line breaks)"
                    + "|scripts? that contains? (a NULL character|DOS line breaks)|contain DOS line breaks"
                    + "|does not look like a batch script|Invalid numeric value \".*\" for --"
                    + "|Invalid --(begin|deadline|dependency|mem|nodes|ntasks|signal|time) specification"
                    + "|is not a valid node count", Reason.INVALID_SPEC),
            entry("No space left on device|Disk quota exceeded|I/O error writing script/environment",
                    Reason.SITE_DISK_FULL),
            // Limits on how many: they pass by themselves.
            entry("AssocMaxSubmitJobLimit|QOSMaxSubmitJobPerUserLimit|AssocGrpSubmitJobsLimit|QOSGrpSubmitJobsLimit"
                    + "|MaxSubmitJobsPerAccount|MaxSubmitJobs|QOSMaxSubmitJobPerAccount|SubmitJobLimit"
                    + "|queue full|job queue is full|temporarily unable to accept|Job creation temporarily disabled"
                    + "|try again|Resource temporarily unavailable|[Rr]ate.?limit|Requested nodes are busy"
                    + "|Too many open files|job id.*exhaust|too many jobs", Reason.SCHEDULER_BUSY),
            // Limits on how large: they do not.
            entry("MaxWallDurationPerJobLimit|TimeLimit|QOSMax\\w+|QOSMin\\w+|AssocMax\\w+|QOSGrp\\w+Limit"
                    + "|AssocGrp\\w+Limit|Requested time limit is invalid|Node count specification invalid"
                    + "|More processors requested than permitted|MaxMemPer|Invalid job array specification"
                    + "|Job array.*(too large|exceed)|Pathname of a file, directory or other parameter too long",
                    Reason.SCHEDULER_LIMIT_EXCEEDED),
            // Without a name above it, the policy line may be about the number of jobs or the job's size: tried again
            // for as long as the caller has patience.
            entry("Job violates accounting/QOS policy", Reason.SCHEDULER_BUSY),
            entry("Invalid account|Invalid (wckey|user id|group id)|account/partition combination"
                    + "|[Aa]ccount .*(not|n't) (permitted|allowed|valid)", Reason.SCHEDULER_INVALID_ACCOUNT),
            entry("Required partition not available|Requested partition configuration not available now"
                    + "|partition.*(inactive|drain|is down)|Required node not available|Reservation not usable now"
                    + "|reservation (is in use|not usable now)|System is (down|in maintenance)"
                    + "|submission.*disabled", Reason.SCHEDULER_UNAVAILABLE),
            entry("invalid partition|Invalid partition|No partition specified|group not permitted to use this partition"
                    + "|not permitted to use this partition|Requested nodes not in this partition",
                    Reason.SCHEDULER_INVALID_PARTITION),
            entry("Invalid qos|QOS.*not (permitted|allowed)", Reason.SCHEDULER_INVALID_QOS),
            entry("Requested node configuration is not available|Invalid feature specification"
                    + "|Invalid generic resource|Memory specification can not be satisfied"
                    + "|Memory required by task is not available|CPU count per node can not be satisfied"
                    + "|Invalid node name specified|Invalid license specification|Task count specification invalid"
                    + "|Invalid Trackable RESource", Reason.SCHEDULER_INFEASIBLE),
            entry("command not found|: not found$|configuration source|No such file or directory$", Reason.SITE_MISCONFIGURED));

    private static final Pattern SUBMITTED = Pattern.compile("(?m)^(?:Submitted batch job )?(\\d{1,12})(?:[; ].*)?$");

    private SlurmMessages() {
    }

    /** The failure of a submission. Anything not in the table was said by the controller on purpose: a refusal. */
    static Problem refusal(String message) {
        String said = display(message);
        for (Entry entry : TABLE) {
            if (entry.says.matcher(said).find()) {
                return Problem.of(entry.reason, said);
            }
        }
        return Problem.of(said.isEmpty() ? Reason.SCHEDULER_UNCONFIRMED : Reason.SCHEDULER_REFUSED,
                said.isEmpty() ? "the submit command failed without a word" : said);
    }

    /** The job's id among other words ("temporarily unable … retrying", {@code 123;cluster}); empty where there is none. */
    static Optional<String> submittedId(String output) {
        Matcher m = SUBMITTED.matcher(output);
        String id = null;
        while (m.find()) {
            id = m.group(1);
        }
        return Optional.ofNullable(id);
    }

    /** Whether accounting is switched off rather than down. */
    static boolean accountingOff(String message) {
        return message.contains("accounting storage is disabled")
                || message.contains("not running a supported accounting_storage plugin")
                || message.contains("Only 'accounting_storage/slurmdbd' is supported");
    }

    /** An act on a job that is over already. */
    static boolean alreadyOver(String message) {
        return message.contains("Invalid job id specified") || message.contains("already completing or completed")
                || message.contains("Job/step already") || message.contains("Job has already finished");
    }

    static String display(String message) {
        String line = message.strip().replaceAll("(?m)^(sbatch|scancel|scontrol): (error: )?", "")
                .replaceAll("\\s*\\R\\s*", " | ");
        return line.length() > 600 ? line.substring(0, 600) + "…" : line;
    }

    private static Entry entry(String regex, Reason reason) {
        return new Entry(Pattern.compile(regex, Pattern.MULTILINE), reason);
    }
}
