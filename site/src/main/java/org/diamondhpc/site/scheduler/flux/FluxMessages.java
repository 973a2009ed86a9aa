package org.diamondhpc.site.scheduler.flux;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** What Flux's commands say when they refuse; most exit with 1. Sources: recorded outputs of 0.88. */
final class FluxMessages {
    private record Entry(Pattern says, Reason reason) {
    }

    private static final List<Entry> TABLE = List.of(
            entry("Unable to connect to Flux|broker socket .* was not found|No route to host", Reason.SCHEDULER_UNAVAILABLE),
            entry("lost connection|Connection reset|timed? ?out|Broken pipe", Reason.SCHEDULER_UNCONFIRMED),
            entry("No space left|quota exceeded", Reason.SITE_DISK_FULL),
            entry("Invalid queue|queue .* (not found|does not exist)|no default queue", Reason.SCHEDULER_INVALID_PARTITION),
            entry("submission to .* is disabled|submission is disabled", Reason.SCHEDULER_UNAVAILABLE),
            entry("bank|user .* not (found|permitted)|association", Reason.SCHEDULER_INVALID_ACCOUNT),
            entry("max(imum)? (number of )?(active|running|pending) jobs|limit of .* jobs|active jobs limit",
                    Reason.SCHEDULER_BUSY),
            entry("exceeds policy limit|exceeds .* limit", Reason.SCHEDULER_LIMIT_EXCEEDED),
            entry("unsatisfiable|infeasible", Reason.SCHEDULER_INFEASIBLE),
            entry("dependency|must be specified|No such file or directory: '|does not appear to (be a script|start with)|"
                    + "unrecognized arguments|urgency range|invalid|missing",
                    Reason.INVALID_SPEC),
            entry("not found$|No such file or directory", Reason.SITE_MISCONFIGURED));

    private FluxMessages() {
    }

    static Problem refusal(int rc, String said) {
        String words = display(said);
        if (rc == 0 || rc == 124 || rc > 128 || words.isEmpty()) {
            return Problem.of(Reason.SCHEDULER_UNCONFIRMED, rc == 0 ? "no job id in: " + words
                    : "flux did not answer: " + words);
        }
        return Problem.of(TABLE.stream().filter(e -> e.says.matcher(words).find()).map(Entry::reason).findFirst()
                .orElse(Reason.SCHEDULER_REFUSED), words);
    }

    static Optional<Problem> undone(String act, Section said) {
        String words = display(said.said());
        boolean gone = words.contains("unknown job id") || words.contains("job is inactive") || words.contains("unknown job")
                || words.contains("job not found") || words.contains("has begun");
        if (said.ok() || gone && (act.equals("cancel") || act.equals("clean"))) {
            return Optional.empty();
        }
        return Optional.of(Problem.of(gone ? Reason.INVALID_STATE : said.rc() == 124 ? Reason.SITE_TIMEOUT
                : words.contains("Unable to connect") ? Reason.SCHEDULER_UNAVAILABLE
                : words.contains("guests can only") || words.contains("permitted") ? Reason.SITE_PERMISSION_DENIED
                : Reason.SITE_COMMAND_FAILED, words));
    }

    static String display(String said) {
        String line = said.strip().replaceAll("(?m)^flux-[a-z]+: (ERROR: )?", "").replaceAll("(?m)^\\[Errno \\d+\\] ", "")
                .replaceAll("\\s*\\R\\s*", " | ");
        return line.length() > 600 ? line.substring(0, 600) + "…" : line;
    }

    private static Entry entry(String regex, Reason reason) {
        return new Entry(Pattern.compile(regex, Pattern.MULTILINE), reason);
    }
}
