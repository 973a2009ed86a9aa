package org.diamondhpc.discovery.domain.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.discovery.domain.wait.Lesson;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** What two looks at a site, one after the other, tell of its jobs. */
public final class JobNews {
    private JobNews() {
    }

    /** Nothing where a look did not show the whole queue: what is missing there has not ended. */
    public static List<Lesson> between(SiteSnapshot before, SiteSnapshot after) {
        List<Lesson> lessons = new ArrayList<>();
        if (before == null || before.seenAt() == null || after.seenAt() == null || !after.seenAt().isAfter(before.seenAt())
                || before.queueTruncated() || after.queueTruncated()) {
            return lessons;
        }
        // the elements of a waiting array may share an id: they are one piece of news
        Map<String, QueuedJob> now = new LinkedHashMap<>();
        after.queue().forEach(job -> now.put(job.id(), job));
        Map<String, QueuedJob> then = new HashMap<>();
        before.queue().forEach(job -> then.put(job.id(), job));
        Duration gap = Duration.between(before.seenAt(), after.seenAt());
        before.queue().stream().filter(job -> job.running() && !now.containsKey(job.id()) && job.limit() != null)
                .forEach(job -> lessons.add(ran(job, gap)));
        now.values().forEach(job -> appeared(job, then.get(job.id()), after, lessons));
        return lessons;
    }

    private static void appeared(QueuedJob job, QueuedJob earlier, SiteSnapshot seen, List<Lesson> lessons) {
        if (job.running() && (earlier == null || !earlier.running()) && job.submittedAt() != null) {
            lessons.add(waited(job, seen));
        }
        if (job.own() && earlier == null) {
            lessons.add(new Lesson.Entered(job.partition(), job.owner(), job.priority()));
        }
    }

    /** It ended somewhere between the looks: in the middle, for all that is known, but not after its limit. */
    private static Lesson ran(QueuedJob job, Duration gap) {
        long elapsed = job.elapsed() == null ? 0 : job.elapsed().toSeconds();
        long limit = job.limit().toSeconds();
        return new Lesson.Ran(job.partition(), job.owner(), limit, Math.min(Math.max(elapsed, limit), elapsed + gap.toSeconds() / 2));
    }

    private static Lesson waited(QueuedJob job, SiteSnapshot seen) {
        Duration elapsed = job.elapsed() == null ? Duration.ZERO : job.elapsed();
        return new Lesson.Waited(job.partition(),
                Math.max(0, Duration.between(job.submittedAt(), seen.seenAt().minus(elapsed)).toSeconds()));
    }
}
