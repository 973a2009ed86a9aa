package org.diamondhpc.site.scheduler.slurm;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.diamondhpc.site.scheduler.slurm.AccountingRow.ExitCode;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.JobId;
import org.diamondhpc.site.scheduler.text.NodeList;

/** {@code scontrol show job -o}: what the controller remembers for MinJobAge, where a site keeps no accounting. */
final class ControllerMemory {
    private ControllerMemory() {
    }

    /** Lines that are no job ("Invalid job id specified") are passed over: gone is gone. */
    static List<AccountingRow> parse(String text) {
        return text.lines().filter(l -> l.startsWith("JobId=")).map(Fields::new)
                .flatMap(f -> id(f).map(id -> row(id, f)).stream()).toList();
    }

    private static Optional<JobId> id(Fields f) {
        String base = f.some("ArrayJobId").orElse(f.get("JobId"));
        return JobId.parse(f.some("ArrayTaskId").map(t -> base + "_" + (t.matches("\\d+") ? t : "[" + t + "]"))
                .orElse(base));
    }

    private static AccountingRow row(JobId id, Fields f) {
        return new AccountingRow(id, f.get("JobState"), ExitCode.parse(f.get("ExitCode")),
                Amounts.instant(f.get("SubmitTime")), Amounts.instant(f.get("StartTime")),
                Amounts.instant(f.get("EndTime")), Amounts.duration(f.get("RunTime")), Optional.empty(),
                OptionalLong.empty(), Amounts.tres(f.get("TRES")), f.get("TRES"), NodeList.expand(f.get("NodeList")),
                f.get("Reason"), f.get("WorkDir"));
    }
}
