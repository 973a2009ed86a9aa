package org.diamondhpc.site.scheduler.pbs;

import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/**
 * What PBS's clients mean by an exit status, which is the server's error number less 15000 (OpenPBS's
 * {@code pbs_error.h}). A status of the client's own is read by its words.
 */
final class PbsMessages {
    static final int FINISHED = 35;
    static final int UNKNOWN_ID = 153;
    private static final int CONNECTING = 162;
    private static final int CLIENT = 255;
    private static final Map<Integer, Reason> CODES = Map.ofEntries(
            Map.entry(170, Reason.SCHEDULER_INVALID_PARTITION), Map.entry(159, Reason.SCHEDULER_REFUSED),
            Map.entry(173, Reason.SCHEDULER_UNAVAILABLE), Map.entry(187, Reason.SCHEDULER_INFEASIBLE),
            Map.entry(188, Reason.SCHEDULER_LIMIT_EXCEEDED), Map.entry(38, Reason.SCHEDULER_BUSY),
            Map.entry(39, Reason.SCHEDULER_BUSY), Map.entry(32, Reason.SCHEDULER_REFUSED),
            Map.entry(166, Reason.INVALID_SPEC), Map.entry(3, Reason.SCHEDULER_LIMIT_EXCEEDED),
            Map.entry(175, Reason.SCHEDULER_REFUSED), Map.entry(180, Reason.SCHEDULER_INVALID_ACCOUNT),
            Map.entry(176, Reason.SCHEDULER_BUSY), Map.entry(CONNECTING, Reason.SCHEDULER_UNAVAILABLE),
            Map.entry(127, Reason.SITE_MISCONFIGURED), Map.entry(126, Reason.SITE_MISCONFIGURED));

    private PbsMessages() {
    }

    static Problem refusal(int rc, String said) {
        String words = display(said);
        if (rc == 0 || rc == 124 || rc > 128 && words.isEmpty()) {
            return Problem.of(Reason.SCHEDULER_UNCONFIRMED, rc == 0 ? "no job id in: " + words
                    : "qsub did not answer: " + words);
        }
        Reason reason = words.contains("cannot connect to server") || words.contains("Connection refused")
                || words.contains("auth: error") || words.contains("Unable to authenticate")
                ? Reason.SCHEDULER_UNAVAILABLE
                : words.contains("Account ") && words.contains("not valid") ? Reason.SCHEDULER_INVALID_ACCOUNT
                : words.contains("per-user limit") || words.contains("would exceed") ? Reason.SCHEDULER_BUSY
                : words.contains("No space left") || words.contains("quota exceeded") ? Reason.SITE_DISK_FULL
                : words.contains("not found") && rc == 127 ? Reason.SITE_MISCONFIGURED
                : words.contains("End of File") || words.contains("Timed out") || words.contains("timed out")
                || words.contains("Connection reset") ? Reason.SCHEDULER_UNCONFIRMED
                : CODES.getOrDefault(rc, rc <= 6 && rc > 0 ? Reason.INVALID_SPEC : Reason.SCHEDULER_REFUSED);
        return Problem.of(reason, words.isEmpty() ? "qsub failed without a word, exit " + rc : words);
    }

    static Optional<Problem> undone(String act, Section said) {
        boolean ending = act.equals("cancel") || act.equals("clean");
        String words = display(said.said());
        boolean over = said.rc() == FINISHED || said.rc() == UNKNOWN_ID || words.contains("Job has finished");
        if (said.ok() || ending && over) {
            return Optional.empty();
        }
        boolean state = over || words.contains("nvalid for state") || said.rc() == 168;
        return Optional.of(Problem.of(state ? Reason.INVALID_STATE : said.rc() == CONNECTING || said.rc() == CLIENT
                || words.contains("cannot connect") || words.contains("connect to cluster")
                ? Reason.SCHEDULER_UNAVAILABLE : said.rc() == 159 ? Reason.SITE_PERMISSION_DENIED
                : said.rc() == 124 ? Reason.SITE_TIMEOUT : Reason.SITE_COMMAND_FAILED, words));
    }

    static boolean noHistory(String said) {
        return said.contains("not configured to maintain job history");
    }

    static String display(String said) {
        String line = said.strip().replaceAll("(?s)\\s*usage: (qsub|qdel|qhold|qrls) .*", "")
                .replaceAll("\\s*\\R\\s*", " | ");
        return line.length() > 600 ? line.substring(0, 600) + "…" : line;
    }
}
