package org.diamondhpc.standalone;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** An instance's status for people. */
record StatusTable(InstanceStatus status, Instant now) {
    private static final String ROW = "%-10s %-13s %8s %6s %8s %9s %s%n";

    @Override
    public String toString() {
        if (status.processes().isEmpty()) {
            return status.state() + System.lineSeparator();
        }
        StringBuilder text = new StringBuilder(ROW.formatted("PROCESS", "STATE", "PID", "PORT", "UPTIME", "MEMORY", ""));
        for (InstanceStatus.OneProcess process : status.processes()) {
            String note = process.restarts() > 0 ? "started again " + process.restarts() + " times" : "";
            text.append(ROW.formatted(process.name(), process.state(), or(process.pid(), "-"), process.port(),
                    process.since() == null || process.pid() == null ? "-" : uptime(Instant.parse(process.since())),
                    memory(process), note).stripTrailing())
                    .append(System.lineSeparator());
        }
        long pss = status.processes().stream().map(InstanceStatus.OneProcess::pssKib).filter(Objects::nonNull)
                .mapToLong(Long::longValue).sum();
        text.append("%s: %s, supervisor %s%s%n".formatted(status.state(), or(status.url(), "no address"),
                or(status.supervisor(), "none"), pss == 0 ? "" : ", %d MiB in all (PSS)".formatted(pss / 1024)));
        return text.toString();
    }

    private String uptime(Instant since) {
        Duration up = Duration.between(since, now);
        return up.toHours() > 0 ? up.toHours() + "h" + up.toMinutesPart() + "m"
                : up.toMinutes() > 0 ? up.toMinutes() + "m" + up.toSecondsPart() + "s" : up.toSeconds() + "s";
    }

    /** Shared pages are divided among their users: PostgreSQL's processes share nearly all they have. */
    private static String memory(InstanceStatus.OneProcess process) {
        Long kib = process.pssKib() == null ? process.rssKib() : process.pssKib();
        return kib == null ? "-" : kib / 1024 + " MiB";
    }

    private static String or(Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }
}
