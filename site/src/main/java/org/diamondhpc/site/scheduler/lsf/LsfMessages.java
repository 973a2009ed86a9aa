package org.diamondhpc.site.scheduler.lsf;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** What LSF's commands say when they refuse, by its documentation; the first entry that fits counts. */
final class LsfMessages {
    private record Entry(Pattern says, Reason reason) {
    }

    private static final List<Entry> TABLE = List.of(
            entry("Communication time out|timed? ?out|Lost connection", Reason.SCHEDULER_UNCONFIRMED),
            entry("LSF is down|Cannot connect to LSF|batch system daemon not responding|still trying|Failed in an LSF library call",
                    Reason.SCHEDULER_UNAVAILABLE),
            entry("No space left|quota exceeded", Reason.SITE_DISK_FULL),
            entry("No such queue|Queue does not (exist|accept)|User cannot use the queue|User not (permitted|allowed) .* queue",
                    Reason.SCHEDULER_INVALID_PARTITION),
            entry("Queue has been closed|queue is closed", Reason.SCHEDULER_UNAVAILABLE),
            entry("roject .*(not|invalid)|ser group .*(not|invalid)", Reason.SCHEDULER_INVALID_ACCOUNT),
            entry("ending job (threshold|limit)|PEND_JOBS|has reached .* limit|too many jobs", Reason.SCHEDULER_BUSY),
            entry("annot exceed queue's hard limit|exceeds? .*limit|PROCLIMIT|TASKLIMIT|[Tt]oo many (processors|tasks)|RUNLIMIT",
                    Reason.SCHEDULER_LIMIT_EXCEEDED),
            entry("ad resource requirement|no such resource|Unknown resource", Reason.SCHEDULER_INFEASIBLE),
            entry("llegal option|Bad (argument|.* specification)|Empty job", Reason.INVALID_SPEC),
            entry("not found$", Reason.SITE_MISCONFIGURED));

    private LsfMessages() {
    }

    static Problem refusal(int rc, String said) {
        String words = display(said);
        if (rc == 0 || rc == 124 || rc > 128 && rc != 255 || words.isEmpty()) {
            return Problem.of(Reason.SCHEDULER_UNCONFIRMED, rc == 0 ? "no job id in: " + words
                    : "bsub did not answer: " + words);
        }
        return Problem.of(TABLE.stream().filter(e -> e.says.matcher(words).find()).map(Entry::reason).findFirst()
                .orElse(Reason.SCHEDULER_REFUSED), words);
    }

    static Optional<Problem> undone(String act, Section said) {
        String words = display(said.said());
        boolean gone = words.contains("No matching job found") || words.contains("already finished")
                || words.contains("is not found") || words.contains("has begun");
        if (said.ok() || gone && (act.equals("cancel") || act.equals("clean"))) {
            return Optional.empty();
        }
        Reason reason = refusal(1, words).reason();
        return Optional.of(Problem.of(gone ? Reason.INVALID_STATE : said.rc() == 124 ? Reason.SITE_TIMEOUT
                : reason == Reason.SCHEDULER_UNAVAILABLE ? reason : words.contains("ermission denied")
                ? Reason.SITE_PERMISSION_DENIED : Reason.SITE_COMMAND_FAILED, words));
    }

    static String display(String said) {
        String line = said.strip().replaceAll("(?m)\\. Job not submitted\\.$", "").replaceAll("\\s*\\R\\s*", " | ");
        return line.length() > 600 ? line.substring(0, 600) + "…" : line;
    }

    private static Entry entry(String regex, Reason reason) {
        return new Entry(Pattern.compile(regex, Pattern.MULTILINE), reason);
    }
}
