package org.diamondhpc.discovery.domain.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Waiting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting slots and laying jobs out on nodes are the same where every node is a slot and jobs run to their limits. */
class LaneOracleTest {
    private static final int NODES = 24;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void startsEveryJobWhenTheNodesDo(long seed) {
        List<Waiting> queue = jobs(new Random(seed), 60);
        Lane.Queued[] lane = queue.stream().map(w -> new Lane.Queued(w.ask().nodes(), w.ask().seconds(), w.ask().seconds(),
                w.eligibleAt())).toArray(Lane.Queued[]::new);

        EasyBackfill.Played played = EasyBackfill.play(nodes(), queue);

        for (int i = 0; i < lane.length; i++) {
            Waiting job = queue.get(i);
            long laid = played.starts().stream().filter(s -> s.job() == job).findFirst().orElseThrow().at();
            assertThat(new Lane(NODES, lane.length).startOf(lane[i], lane)).isEqualTo(laid);
        }
    }

    private static List<Waiting> jobs(Random random, int count) {
        List<Waiting> jobs = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(60);
            int width = random.nextInt(4) == 0 ? 1 + random.nextInt(NODES) : 1 + random.nextInt(4);
            jobs.add(new Waiting("j" + i, Ask.of("main", width, Slice.of(1, 0, 0), 1 + random.nextInt(600)), time, false));
        }
        return jobs;
    }

    private static Outlook nodes() {
        String[] names = new String[NODES];
        Arrays.setAll(names, i -> "n" + i);
        return new Outlook(List.of(Cell.of(new NodeKind(List.of("main"), 1, 0, null, 0, List.of(), null), List.of(names),
                Timeline.free(Slice.of(1, 0, 0)))));
    }
}
