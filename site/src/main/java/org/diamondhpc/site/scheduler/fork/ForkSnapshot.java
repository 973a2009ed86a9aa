package org.diamondhpc.site.scheduler.fork;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.text.Sections;

/** A workstation as a site of one partition and one node, with as many cores as it has slots. Pure. */
final class ForkSnapshot {
    static final String PARTITION = "local";
    private static final int MAX_ARRAY = 1001;
    private static final Pattern JOB =
            Pattern.compile("(\\d{10,20}) ([A-Z]+) (\\d{1,5}) (\\d{1,9}) (\\d{1,9}) (?:-|\\S+ (\\d{10,16}) .*)");

    private ForkSnapshot() {
    }

    static SiteSnapshot of(Sections parts, SiteProfile profile, String user, Instant now) {
        String[] host = parts.get("host").text().split("\n");
        Map<String, String> software = new LinkedHashMap<>();
        profile.software().forEach(s -> software.put(s.name(), s.version().orElse("")));
        if (host.length < 4 || !parts.get("memory").ok()) {
            return new SiteSnapshot(profile.id(), profile.description(), "fork", null, null,
                    new SiteHealth(SiteHealth.State.DEGRADED, now, Problem.of(Reason.SITE_MISCONFIGURED,
                            "the machine does not say what it has: " + parts.get("memory").said())), null, null, null,
                    false, null, null, software, profile.labels(), null);
        }
        List<QueuedJob> jobs = jobs(parts.get("jobs").text(), host[0], now);
        int slots = Launch.slots(profile);
        int used = jobs.stream().filter(QueuedJob::running).mapToInt(QueuedJob::cores).sum();
        long memory = Launch.memory(profile) > 0 ? Launch.memory(profile)
                : kib(parts.get("memory").text(), "MemTotal") >> 10;
        long booked = jobs.stream().filter(QueuedJob::running).mapToLong(QueuedJob::memoryMb).sum();
        long free = Launch.memory(profile) > 0 ? Math.max(0, memory - booked)
                : kib(parts.get("memory").text(), "MemAvailable") >> 10;
        NodeGroup node = new NodeGroup(List.of(host[0]), List.of(PARTITION), slots, Math.max(0, slots - used), memory,
                free, null, 0, 0, List.of(), host[1], true,
                used == 0 ? "IDLE" : used < slots ? "MIXED" : "ALLOCATED");
        PartitionState partition = new PartitionState(PARTITION, true, true, "UP", null, null, 1, 1, slots, memory,
                0L, List.of(), List.of(), List.of(), 1, false, false);
        int running = (int) jobs.stream().filter(QueuedJob::running).count();
        List<String> tenants = profile.accounts().stream().filter(a -> a.user().equals(user)).map(a -> a.tenant())
                .toList();
        return new SiteSnapshot(profile.id(), profile.description(), "fork", host[2], now,
                new SiteHealth(SiteHealth.State.UP, now, null), List.of(partition), List.of(node), jobs, false,
                List.of(new AccountLimits(tenants, user, List.of(), running, jobs.size() - running)), List.of(),
                software, profile.labels(), MAX_ARRAY);
    }

    private static List<QueuedJob> jobs(String text, String host, Instant now) {
        List<QueuedJob> all = new ArrayList<>();
        text.lines().forEach(line -> {
            Matcher m = JOB.matcher(line);
            if (m.matches()) {
                boolean running = m.group(2).equals("RUNNING");
                Duration elapsed = m.group(6) == null ? Duration.ZERO
                        : Duration.between(Instant.ofEpochMilli(Long.parseLong(m.group(6))), now);
                // The id is the time of submission in nanoseconds.
                Instant submitted = Instant.ofEpochSecond(0, Long.parseLong(m.group(1)));
                all.add(new QueuedJob(m.group(1), PARTITION, running, 1, Integer.parseInt(m.group(3)), 0,
                        Long.parseLong(m.group(5)),
                        Duration.ofSeconds(Long.parseLong(m.group(4))), elapsed.isNegative() ? Duration.ZERO : elapsed,
                        0, submitted, null, running ? "" : m.group(2).equals("HELD") ? "JobHeldUser" : "Slots",
                        running ? List.of(host) : List.of(), true));
            }
        });
        return all;
    }

    private static long kib(String meminfo, String name) {
        Matcher m = Pattern.compile("(?m)^" + name + ":\\s+(\\d{1,15}) kB").matcher(meminfo);
        return m.find() ? Long.parseLong(m.group(1)) : 0;
    }
}
