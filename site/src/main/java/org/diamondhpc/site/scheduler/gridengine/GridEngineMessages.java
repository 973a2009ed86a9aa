package org.diamondhpc.site.scheduler.gridengine;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/**
 * What Grid Engine's clients say when they refuse; their exit statuses tell little. The first entry that fits counts.
 * Sources: {@code msg_qmaster.h}, {@code msg_gdilib.h} and {@code msg_clients_common.h} of 8.1.9, recorded outputs.
 */
final class GridEngineMessages {
    private record Entry(Pattern says, Reason reason) {
    }

    private static final List<Entry> TABLE = List.of(
            // It certainly has not arrived.
            entry("unable to (contact|send message to) qmaster|can't (connect|resolve)|Connection refused"
                    + "|qmaster is not running", Reason.SCHEDULER_UNAVAILABLE),
            // It may have.
            entry("failed receiving gdi|got (syncron message )?(receive|read|ack|send) (timeout|error)|commlib error"
                    + "|Error reading answer list|answer from qmaster|timed? ?out", Reason.SCHEDULER_UNCONFIRMED),
            entry("No space left|quota exceeded", Reason.SITE_DISK_FULL),
            entry("job requests unknown queue|queue \".*\" does not exist|unknown queue", Reason.SCHEDULER_INVALID_PARTITION),
            entry("requested project|not allowed to use project|project .* does not exist|no access to project"
                    + "|job rejected: no project", Reason.SCHEDULER_INVALID_ACCOUNT),
            entry("only \\d+ jobs are allowed per (user|cluster)|per user.*(job count|exceeded)|jobs are allowed",
                    Reason.SCHEDULER_BUSY),
            entry("no suitable queues|unknown resource|parallel environment .* does not exist|unknown PE|requested host"
                    + "|advance reservation id", Reason.SCHEDULER_INFEASIBLE),
            entry("job-array tasks are limited|max_aj_tasks|limited to", Reason.SCHEDULER_LIMIT_EXCEEDED),
            entry("invalid option|argument to -|is an invalid task id|Unknown option", Reason.INVALID_SPEC),
            entry("critical error: .*(SGE_ROOT|qmaster)|not found$|Please set the environment variable SGE_ROOT"
                    + "|host .* is no(t a)? submit host|denied: host", Reason.SITE_MISCONFIGURED),
            entry("has no permission|not allowed|denied", Reason.SCHEDULER_REFUSED));

    private GridEngineMessages() {
    }

    static Problem refusal(int rc, String said) {
        String words = display(said);
        if (rc == 0 || rc == 124 || rc > 128 || words.isEmpty()) {
            return Problem.of(Reason.SCHEDULER_UNCONFIRMED, rc == 0 ? "no job id in: " + words
                    : "qsub did not answer: " + words);
        }
        return Problem.of(TABLE.stream().filter(e -> e.says.matcher(words).find()).map(Entry::reason).findFirst()
                .orElse(Reason.SCHEDULER_REFUSED), words);
    }

    static Optional<Problem> undone(String act, Section said) {
        boolean ending = act.equals("cancel") || act.equals("clean");
        String words = display(said.said());
        boolean gone = words.contains("does not exist") || words.contains("has begun");
        boolean done = said.ok() && !words.contains("denied") || words.contains("has registered the job")
                || words.contains("already in deletion");
        if (done || ending && gone) {
            return Optional.empty();
        }
        Reason reason = refusal(1, words).reason();
        return Optional.of(Problem.of(gone ? Reason.INVALID_STATE : said.rc() == 124 ? Reason.SITE_TIMEOUT
                : reason == Reason.SCHEDULER_UNAVAILABLE || reason == Reason.SCHEDULER_UNCONFIRMED
                ? Reason.SCHEDULER_UNAVAILABLE : words.contains("denied") ? Reason.SITE_PERMISSION_DENIED
                : Reason.SITE_COMMAND_FAILED, words));
    }

    static String display(String said) {
        String line = said.strip().replaceAll("(?m)^(Unable to run job: |qsub: )", "").replaceAll("(?m)^Exiting\\.$", "")
                .strip().replaceAll("\\s*\\R\\s*", " | ");
        return line.length() > 600 ? line.substring(0, 600) + "…" : line;
    }

    private static Entry entry(String regex, Reason reason) {
        return new Entry(Pattern.compile(regex, Pattern.MULTILINE), reason);
    }
}
