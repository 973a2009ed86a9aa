package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.JobId;
import org.diamondhpc.site.scheduler.text.NodeList;

/** One row of {@code sacct -D}: an allocation or one of its steps. A requeued job has several of one id. */
record AccountingRow(JobId id, String stateText, ExitCode exit, Optional<Instant> submit, Optional<Instant> start,
        Optional<Instant> end, Optional<Duration> elapsed, Optional<Duration> cpuTime, OptionalLong maxRss,
        Map<String, Long> requested, String allocated, List<String> nodes, String reason, String workDir) {
    /** Fields of {@code sacct -o} in our order; free text last. */
    static final String FORMAT = "JobID,State,ExitCode,Submit,Start,End,ElapsedRaw,TotalCPU,MaxRSS,ReqTRES,AllocTRES,"
            + "NodeList,Reason,WorkDir";
    private static final int FIELDS = 14;

    /** A line with too few fields goes on with the free text of the row before; it is no row of its own. */
    static List<AccountingRow> parse(String text) {
        List<AccountingRow> rows = new ArrayList<>();
        for (String line : text.split("\n")) {
            String[] f = line.split(QueueRow.SEPARATOR, FIELDS);
            if (f.length == FIELDS) {
                JobId.parse(f[0]).ifPresent(id -> rows.add(row(id, f)));
            }
        }
        return rows;
    }

    private static AccountingRow row(JobId id, String[] f) {
        OptionalLong elapsed = Amounts.number(f[6], 0);
        return new AccountingRow(id, f[1], ExitCode.parse(f[2]), Amounts.instant(f[3]), Amounts.instant(f[4]),
                Amounts.instant(f[5]),
                elapsed.isPresent() ? Optional.of(Duration.ofSeconds(elapsed.getAsLong())) : Optional.empty(),
                Amounts.duration(f[7]), f[8].isEmpty() ? OptionalLong.empty() : Amounts.memory(f[8]),
                Amounts.tres(f[9]), f[10], NodeList.expand(f[11]), f[12], f[13]);
    }

    SlurmState state() {
        return SlurmState.of(stateText);
    }

    boolean step() {
        return id.step().isPresent();
    }

    /** {@code CODE:SIGNAL}. Slurm gives signal 125 for out of memory and 53 where the job could not be set up. */
    record ExitCode(int code, int signal) {
        static final int SIGNAL_OUT_OF_MEMORY = 125;
        static final int SIGNAL_NOT_SET_UP = 53;

        static ExitCode parse(String text) {
            return text.matches("\\d{1,9}:\\d{1,9}")
                    ? new ExitCode(Integer.parseInt(text.substring(0, text.indexOf(':'))),
                            Integer.parseInt(text.substring(text.indexOf(':') + 1))) : new ExitCode(0, 0);
        }
    }
}
