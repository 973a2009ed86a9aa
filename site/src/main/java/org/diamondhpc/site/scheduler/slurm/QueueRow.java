package org.diamondhpc.site.scheduler.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.JobId;
import org.diamondhpc.site.scheduler.text.NodeList;

/**
 * One row of the account's own queue, finished jobs that the controller still remembers included.
 *
 * @param start for a waiting job the estimated start
 */
record QueueRow(JobId id, SlurmState state, String reason, Optional<Instant> start, Optional<Instant> submit,
        Optional<Instant> end, List<String> nodes, String workDir, String comment) {
    /** Slurm's unit separator and squeue's fields; free text last. The mark begins and ends each row. */
    static final String SEPARATOR = "\u001f";
    private static final int FIELDS = 9;

    /**
     * Rows between their marks. What stands between rows (a {@code CLUSTER: x} line, a warning) is no row.
     *
     * @throws IllegalArgumentException where a row does not parse: a lost row would look like an ended job
     */
    static List<QueueRow> parse(String text, String mark) {
        List<QueueRow> rows = new ArrayList<>();
        String begin = mark + " row" + SEPARATOR;
        String end = SEPARATOR + mark;
        for (int at = text.indexOf(begin); at >= 0;) {
            int stop = text.indexOf(end, at);
            int next = text.indexOf(begin, at + 1);
            if (stop < 0 || (next >= 0 && next < stop)) {
                throw new IllegalArgumentException("a row of the queue was cut off");
            }
            rows.add(row(text.substring(at + begin.length(), stop)));
            at = next;
        }
        return rows;
    }

    private static QueueRow row(String text) {
        String[] f = text.split(SEPARATOR, FIELDS);
        Optional<JobId> id = JobId.parse(f[0]);
        if (f.length < FIELDS || id.isEmpty()) {
            throw new IllegalArgumentException("a row of the queue does not parse");
        }
        return new QueueRow(id.get(), SlurmState.of(f[1]), f[2].strip(), Amounts.instant(f[3]),
                Amounts.instant(f[4]), Amounts.instant(f[5]), NodeList.expand(f[6]), f[7], f[8]);
    }

    /** By the token in the comment, or the working directory where a site rewrites comments. */
    boolean belongsTo(String token, String work) {
        return comment.strip().equals(token) || workDir.equals(work);
    }
}
