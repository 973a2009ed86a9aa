package org.diamondhpc.bench.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schedules counted by hand on ten processors, and what must hold for all of them. */
class ClusterTest {
    private static final int PROCESSORS = 10;
    private static final Job FIRST = job(1, 0, 100, 100, 6);
    private static final Job HEAD = job(2, 1, 50, 50, 8);

    @Test
    void inOrderNobodyPassesTheHead() {
        assertThat(starts(Rules.FCFS, FIRST, HEAD, job(3, 2, 200, 200, 4), job(4, 3, 90, 90, 3)))
                .isEqualTo(Map.of(1, 0L, 2, 100L, 3, 150L, 4, 150L));
    }

    @Test
    void easyFillsTheGapBeforeTheHead() {
        assertThat(starts(Rules.EASY, FIRST, HEAD, job(3, 2, 200, 200, 4), job(4, 3, 90, 90, 3)))
                .isEqualTo(Map.of(1, 0L, 2, 100L, 3, 150L, 4, 3L));
    }

    @Test
    void easyMayDelayWhoeverIsNotTheHead() {
        assertThat(starts(Rules.EASY, FIRST, HEAD, job(3, 2, 10, 10, 10), job(4, 3, 300, 300, 2)))
                .isEqualTo(Map.of(1, 0L, 2, 100L, 3, 303L, 4, 3L));
    }

    @Test
    void conservativeDelaysNobody() {
        assertThat(starts(Rules.CONSERVATIVE, FIRST, HEAD, job(3, 2, 10, 10, 10), job(4, 3, 300, 300, 2)))
                .isEqualTo(Map.of(1, 0L, 2, 100L, 3, 150L, 4, 160L));
    }

    @Test
    void conservativeMovesUpWhenAJobEndsBeforeItsLimit() {
        assertThat(starts(Rules.CONSERVATIVE, job(1, 0, 40, 100, 6), HEAD, job(3, 2, 10, 10, 10),
                job(4, 3, 300, 300, 2))).isEqualTo(Map.of(1, 0L, 2, 40L, 3, 90L, 4, 100L));
    }

    @Test
    void whoHasUsedLessGoesFirst() {
        Job heavy = new Job(1, 0, 1000, 1000, 10, 7, 0);
        Job again = new Job(2, 1, 50, 50, 10, 7, 0);
        Job other = new Job(3, 2, 50, 50, 10, 8, 0);

        assertThat(starts(Rules.PRIORITY, heavy, again, other)).isEqualTo(Map.of(1, 0L, 2, 1050L, 3, 1000L));
        assertThat(starts(Rules.EASY, heavy, again, other)).isEqualTo(Map.of(1, 0L, 2, 1000L, 3, 1050L));
    }

    @ParameterizedTest
    @EnumSource(Rules.class)
    void theSameSeedGivesTheSameReplayAndNeverMoreThanThereIs(Rules rules) {
        List<Job> jobs = random(11, 400);
        int[] most = {0};
        int[] used = {0};
        Map<Integer, Long> starts = new LinkedHashMap<>();
        new Cluster(jobs, PROCESSORS, rules).heardBy(new Listener() {
            @Override
            public void started(Job job, long at) {
                starts.put(job.id(), at);
                used[0] += job.width();
                most[0] = Math.max(most[0], used[0]);
            }

            @Override
            public void ended(Job job, long startedAt, long at) {
                used[0] -= job.width();
            }
        }).advance(Long.MAX_VALUE - 1);

        assertThat(starts).hasSize(400);
        assertThat(most[0]).isLessThanOrEqualTo(PROCESSORS);
        assertThat(new ArrayList<>(starts.entrySet())).isEqualTo(new ArrayList<>(
                starts(rules, random(11, 400).toArray(Job[]::new)).entrySet()));
    }

    @ParameterizedTest
    @EnumSource(Rules.class)
    void aCopyGoesItsOwnWay(Rules rules) {
        List<Job> jobs = random(5, 300);
        Map<Integer, Long> undisturbed = starts(rules, jobs.toArray(Job[]::new));
        Map<Integer, Long> starts = new LinkedHashMap<>();
        Cluster cluster = new Cluster(jobs, PROCESSORS, rules).heardBy(Replayed.into(starts));
        cluster.advance(4000);

        long probed = cluster.copy().startOf(job(9999, 4000, 500, 900, 9));

        cluster.advance(Long.MAX_VALUE - 1);
        assertThat(probed).isGreaterThanOrEqualTo(4000);
        assertThat(starts).isEqualTo(undisturbed);
    }

    @Test
    void aJobThatIsPutInStartsWhenItWouldHaveInTheTrace() {
        Cluster cluster = new Cluster(List.of(FIRST, HEAD), PROCESSORS, Rules.EASY);
        cluster.advance(3);

        assertThat(cluster.copy().startOf(job(4, 3, 90, 90, 3))).isEqualTo(3);
        assertThat(cluster.copy().startOf(job(4, 3, 98, 98, 3))).isEqualTo(150);
        assertThat(cluster.copy().startOf(job(4, 3, 98, 98, 11))).isEqualTo(Scheduler.NEVER);
    }

    private static List<Job> random(long seed, int count) {
        Random random = new Random(seed);
        List<Job> jobs = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(50);
            long limit = 1 + random.nextInt(300);
            jobs.add(new Job(i, time, 1 + random.nextLong(limit), limit, 1 + random.nextInt(6), random.nextInt(4), 0));
        }
        return jobs;
    }

    private static Map<Integer, Long> starts(Rules rules, Job... jobs) {
        Map<Integer, Long> starts = new LinkedHashMap<>();
        new Cluster(List.of(jobs), PROCESSORS, rules).heardBy(Replayed.into(starts)).advance(Long.MAX_VALUE - 1);
        return starts;
    }

    private static Job job(int id, long submit, long run, long limit, int width) {
        return new Job(id, submit, run, limit, width, 0, 0);
    }
}
