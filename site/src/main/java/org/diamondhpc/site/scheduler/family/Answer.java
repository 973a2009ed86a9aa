package org.diamondhpc.site.scheduler.family;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.Tick.Part;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.job.AttemptLines;
import org.diamondhpc.site.scheduler.text.Sections;

/** Reads what {@code tick.sh} and {@code resolve.sh} printed. Pure. */
final class Answer {
    private final Family family;
    private final Sections parts;
    private final String mark;
    private final Instant now;
    private final Reading queue;
    private final Reading accounting;

    Answer(Family family, String output, String mark) {
        this.family = family;
        this.parts = Sections.parse(output, mark);
        this.mark = mark;
        String digits = parts.get("clock").text().replaceAll("\\D", "");
        this.now = Instant.ofEpochSecond(digits.isEmpty() ? 0 : Long.parseLong(digits));
        this.queue = read("queue");
        this.accounting = parts.has("accounting") ? read("accounting") : new Reading(Part.NOT_ASKED, List.of());
    }

    private Reading read(String part) {
        try {
            return part.equals("queue") ? family.queue(parts.get(part), mark) : family.accounting(parts.get(part), mark);
        } catch (IllegalArgumentException e) {
            return Reading.down(e.getMessage());
        }
    }

    Tick tick(List<WatchedJob> jobs) {
        Map<Integer, AttemptFiles> files = AttemptLines.parse(parts.get("files").text());
        Map<AttemptId, List<Observation>> all = new LinkedHashMap<>();
        for (int i = 0; i < jobs.size(); i++) {
            WatchedJob job = jobs.get(i);
            all.put(job.attempt(), Judge.observe(new Sighting(job, now, queue.part(), rows(queue, job),
                    accounting.part(), accounts(job), files.getOrDefault(i, AttemptFiles.UNSEEN), family)));
        }
        Part filesPart = parts.get("files").ok() ? Part.OK
                : new Part(Part.State.DOWN, "the attempts' files were not read to the end");
        return new Tick(now, queue.part(), accounting.part(), filesPart, all);
    }

    private static List<Sight> rows(Reading reading, WatchedJob job) {
        return reading.rows().stream().filter(r -> r.belongsTo(job)).toList();
    }

    private List<Sight> accounts(WatchedJob job) {
        return rows(accounting, job).stream().filter(r -> r.base().equals(job.jobId())).toList();
    }

    /** Usage of ended jobs, elements of an array together: times add up, memory is the largest. */
    Map<AttemptId, Observation.Accounted> usage(List<WatchedJob> jobs) {
        Map<AttemptId, Observation.Accounted> all = new LinkedHashMap<>();
        for (WatchedJob job : jobs) {
            List<Sight> own = Stream.concat(rows(queue, job).stream(), accounts(job).stream())
                    .filter(r -> r.base().equals(job.jobId())).toList();
            List<Sight> over = own.stream().filter(r -> r.ended() && r.usage() != null).toList();
            if (!over.isEmpty() && own.stream().allMatch(Sight::ended)) {
                Sight worst = over.stream().filter(r -> !r.ending().end().success()).findFirst().orElse(over.getLast());
                all.put(job.attempt(), new Observation.Accounted(worst.word(),
                        sum(over.stream().map(Sight::usage).toList())));
            }
        }
        return all;
    }

    private static JobUsage sum(List<JobUsage> all) {
        return new JobUsage(sum(all.stream().map(JobUsage::elapsed)), sum(all.stream().map(JobUsage::cpuTime)),
                all.stream().map(JobUsage::maxMemoryBytes).filter(Objects::nonNull).max(Long::compare).orElse(null),
                all.getLast().allocated(), all.getFirst().queuedFor());
    }

    private static Duration sum(Stream<Duration> all) {
        return all.filter(Objects::nonNull).reduce(Duration::plus).orElse(null);
    }

    Resolution resolution(WatchedJob job, Instant since) {
        AttemptFiles files = AttemptLines.parse(parts.get("files").text()).getOrDefault(0, AttemptFiles.UNSEEN);
        List<Sight> mine = queue.rows().stream().filter(r -> r.carries(job)).toList();
        Optional<String> owner = files.owner().filter(o -> !o.equals(AttemptFiles.NOBODY));
        // The job itself has spoken: that needs no healthy scheduler.
        if (owner.isPresent()) {
            return found(owner.get(), "claim", mine, since);
        }
        if (files.recorded().isPresent()) {
            return found(AttemptFiles.base(files.recorded().get()), "file", mine, since);
        }
        if (!queue.part().ok()) {
            return new Resolution.NotHealthy(Problem.of(Reason.SCHEDULER_UNAVAILABLE, queue.part().detail()));
        }
        Optional<Sight> queued = mine.stream().max(Comparator.comparing(r -> !r.ended()));
        if (queued.isPresent()) {
            return found(queued.get().base(), "queue", mine, since);
        }
        return accounting(job, since, files);
    }

    private Resolution accounting(WatchedJob job, Instant since, AttemptFiles files) {
        if (accounting.part().state() == Part.State.DOWN) {
            return new Resolution.NotHealthy(Problem.of(Reason.SCHEDULER_UNAVAILABLE,
                    "accounting: " + accounting.part().detail()));
        }
        List<Sight> past = accounting.rows().stream().filter(r -> r.carries(job)).toList();
        if (!past.isEmpty()) {
            return found(past.getLast().base(), "accounting", past, since);
        }
        List<String> evidence = new ArrayList<>();
        evidence.add("queue at " + now + ": no job with the token " + job.attempt());
        evidence.add("accounting: " + (accounting.part().ok() ? "no job with it" : accounting.part().state()
                == Part.State.OFF ? accounting.part().detail() : "not asked"));
        evidence.add(files.exists() ? "files: no job id and no claim in " + job.layout().directory()
                : "files: no directory " + job.layout().directory());
        return new Resolution.NotFound(evidence);
    }

    private static Resolution found(String id, String by, List<Sight> rows, Instant since) {
        return new Resolution.Found(id, by, rows.stream().filter(r -> r.base().equals(id))
                .map(r -> r.times().submit()).filter(Objects::nonNull).findFirst().orElse(since));
    }
}
