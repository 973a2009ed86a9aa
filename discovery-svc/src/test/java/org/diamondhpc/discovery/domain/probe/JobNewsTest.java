package org.diamondhpc.discovery.domain.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.wait.Lesson;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.junit.jupiter.api.Test;

class JobNewsTest {
    private static final Instant THEN = SampleSite.SEEN;
    private static final Instant NOW = THEN.plusSeconds(20);

    @Test
    void aJobThatIsGoneRanUntilBetweenTheLooks() {
        List<Lesson> lessons = JobNews.between(look(THEN, false, running("1", 100, "ann", false)), look(NOW, false));

        assertThat(lessons).containsExactly(new Lesson.Ran("main", "ann", 3600, 110));
    }

    @Test
    void noJobRanLongerThanItsLimit() {
        List<Lesson> lessons = JobNews.between(look(THEN, false, running("1", 3595, "ann", false)), look(NOW, false));

        assertThat(lessons).containsExactly(new Lesson.Ran("main", "ann", 3600, 3600));
    }

    @Test
    void aJobThatBeganTellsItsWaitAndAnOwnNewOneItsPriority() {
        List<Lesson> lessons = JobNews.between(look(THEN, false, waiting("1", false)),
                look(NOW, false, running("1", 5, "ann", false), waiting("2", true)));

        assertThat(lessons).containsExactly(new Lesson.Waited("main", 75), new Lesson.Entered("main", "ann", 40));
    }

    @Test
    void whatACutOffQueueDoesNotShowHasNotEnded() {
        assertThat(JobNews.between(look(THEN, true, running("1", 100, "ann", false)), look(NOW, false))).isEmpty();
        assertThat(JobNews.between(look(THEN, false, running("1", 100, "ann", false)), look(NOW, true))).isEmpty();
        assertThat(JobNews.between(null, look(NOW, false))).isEmpty();
    }

    @Test
    void aJobThatIsPutBackIntoTheQueueHasNotEnded() {
        assertThat(JobNews.between(look(THEN, false, running("1", 100, "ann", false)), look(NOW, false, waiting("1", false))))
                .isEmpty();
    }

    private static QueuedJob running(String id, long elapsed, String owner, boolean own) {
        return new QueuedJob(id, "main", true, 1, 8, 0, 0, Duration.ofHours(1), Duration.ofSeconds(elapsed), 40,
                THEN.minusSeconds(60), null, null, List.of("a001"), own, owner);
    }

    private static QueuedJob waiting(String id, boolean own) {
        return new QueuedJob(id, "main", false, 1, 8, 0, 0, Duration.ofHours(1), Duration.ZERO, 40, THEN.minusSeconds(60),
                null, "Resources", List.of(), own, "ann");
    }

    private static SiteSnapshot look(Instant at, boolean truncated, QueuedJob... queue) {
        return new SiteSnapshot(SampleSite.idle("alpha", 1, 8).snapshot().site(), null, "slurm", null, at, null, List.of(),
                List.of(), List.of(queue), truncated, List.of(), List.of(), null, null, null);
    }
}
