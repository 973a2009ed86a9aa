package org.diamondhpc.discovery.domain.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Waiting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against EASY as Lifka's paper counts it: free processors and spare ones at the head's time, no nodes at all. */
class EasyBackfillOracleTest {
    private static final int PROCESSORS = 24;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void startsEveryJobWhenTheCountingAlgorithmDoes(long seed) {
        List<Waiting> queue = jobs(new Random(seed), 200);

        Map<String, Long> starts = EasyBackfill.play(nodes(), queue).starts().stream()
                .collect(Collectors.toMap(s -> s.job().id(), EasyBackfill.Start::at));

        assertThat(starts).isEqualTo(counted(queue));
    }

    private static List<Waiting> jobs(Random random, int count) {
        List<Waiting> jobs = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(60);
            int width = random.nextInt(4) == 0 ? 1 + random.nextInt(PROCESSORS) : 1 + random.nextInt(4);
            jobs.add(new Waiting("j" + i, Ask.of("main", width, Slice.of(1, 0, 0), 1 + random.nextInt(600)), time,
                    false));
        }
        return jobs;
    }

    private static Outlook nodes() {
        List<String> names = IntStream.range(0, PROCESSORS).mapToObj(i -> "n" + i).toList();
        return new Outlook(List.of(Cell.of(new NodeKind(List.of("main"), 1, 0, null, 0, List.of(), null), names,
                Timeline.free(Slice.of(1, 0, 0)))));
    }

    private static Map<String, Long> counted(List<Waiting> jobs) {
        Map<String, Long> starts = new HashMap<>();
        List<long[]> running = new ArrayList<>();
        List<Waiting> waiting = new ArrayList<>(jobs);
        TreeSet<Long> events = new TreeSet<>(jobs.stream().map(Waiting::eligibleAt).toList());
        while (!events.isEmpty()) {
            long now = events.pollFirst();
            running.removeIf(r -> r[0] <= now);
            long shadow = -1;
            int spare = 0;
            for (Waiting job : List.copyOf(waiting)) {
                int width = job.ask().nodes();
                int free = PROCESSORS - running.stream().mapToInt(r -> (int) r[1]).sum();
                boolean ends = now + job.ask().seconds() <= shadow;
                if (job.eligibleAt() > now) {
                    continue;
                }
                if (width <= free && (shadow < 0 || ends || width <= spare)) {
                    spare -= shadow >= 0 && !ends ? width : 0;
                    starts.put(job.id(), now);
                    running.add(new long[] {now + job.ask().seconds(), width});
                    events.add(now + job.ask().seconds());
                    waiting.remove(job);
                } else if (shadow < 0) {
                    running.sort(Comparator.comparingLong(r -> r[0]));
                    for (int i = 0; free < width; i++) {
                        free += (int) running.get(i)[1];
                        shadow = running.get(i)[0];
                    }
                    long head = shadow;
                    spare = PROCESSORS - running.stream().filter(r -> r[0] > head).mapToInt(r -> (int) r[1]).sum()
                            - width;
                }
            }
        }
        return starts;
    }
}
