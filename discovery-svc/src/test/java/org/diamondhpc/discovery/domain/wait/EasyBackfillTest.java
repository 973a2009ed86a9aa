package org.diamondhpc.discovery.domain.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Waiting;
import org.junit.jupiter.api.Test;

class EasyBackfillTest {
    private static final NodeKind KIND = new NodeKind(List.of("main", "other"), 1, 1000, null, 0, List.of(), "x86_64");

    @Test
    void startsInOrderWhereAllFit() {
        Map<String, Long> starts = play(4, job("a", 2, 100), job("b", 2, 100), job("c", 4, 50));

        assertThat(starts).isEqualTo(Map.of("a", 0L, "b", 0L, "c", 100L));
    }

    @Test
    void aShortJobGoesThroughTheGapBeforeTheHead() {
        // a holds 3 of 4 until 100; head b needs all 4; c ends before b's turn
        Map<String, Long> starts = play(4, job("a", 3, 100), job("b", 4, 50), job("c", 1, 100));

        assertThat(starts).isEqualTo(Map.of("a", 0L, "b", 100L, "c", 0L));
    }

    @Test
    void aJobThatWouldDelayTheHeadWaits() {
        Map<String, Long> starts = play(4, job("a", 3, 100), job("b", 4, 50), job("c", 1, 101));

        assertThat(starts).isEqualTo(Map.of("a", 0L, "b", 100L, "c", 150L));
    }

    @Test
    void aLongJobMayUseNodesThatTheHeadDoesNotNeed() {
        // at 100 three nodes are free for the head's two, so one is to spare for as long as c likes
        Map<String, Long> starts = play(4, job("a", 3, 100), job("b", 2, 50), job("c", 1, 1000));

        assertThat(starts).isEqualTo(Map.of("a", 0L, "b", 100L, "c", 0L));
    }

    @Test
    void onlyTheHeadIsProtected() {
        // conservative backfilling would keep d back, since it delays c; EASY guards b alone
        Map<String, Long> starts = play(4,
                job("a", 3, 100), job("b", 3, 100), job("c", 4, 10), job("d", 1, 300));

        assertThat(starts).isEqualTo(Map.of("a", 0L, "b", 100L, "c", 300L, "d", 0L));
    }

    @Test
    void eachPartitionHasItsOwnHead() {
        NodeKind left = new NodeKind(List.of("left"), 1, 1000, null, 0, List.of(), null);
        NodeKind right = new NodeKind(List.of("right"), 1, 1000, null, 0, List.of(), null);
        Outlook two = new Outlook(List.of(
                Cell.of(left, List.of("l1"), Timeline.free(slice()).less(0, 100, slice())),
                Cell.of(right, List.of("r1", "r2"), Timeline.free(slice()).less(0, 0, slice()))));

        Map<String, Long> starts = starts(EasyBackfill.play(two, List.of(
                new Waiting("a", Ask.of("left", 1, slice(), 10), 0, false),
                new Waiting("b", Ask.of("right", 1, slice(), 50), 0, false),
                new Waiting("c", Ask.of("right", 2, slice(), 10), 0, false),
                new Waiting("d", Ask.of("right", 1, slice(), 60), 0, false))));

        assertThat(starts).isEqualTo(Map.of("a", 100L, "b", 0L, "c", 50L, "d", 60L));
    }

    @Test
    void aJobThatFitsNowhereHoldsUpNobody() {
        Map<String, Long> starts = play(4, job("huge", 5, 10), job("b", 4, 10));

        assertThat(starts).isEqualTo(Map.of("b", 0L));
    }

    @Test
    void aJobThatIsNotEligibleYetIsPassedOver() {
        Map<String, Long> starts = play(1, new Waiting("late", Ask.of("main", 1, slice(), 10), 40, false),
                job("b", 1, 100));

        assertThat(starts).isEqualTo(Map.of("late", 100L, "b", 0L));
    }

    @Test
    void jobsShareANode() {
        NodeKind wide = new NodeKind(List.of("main"), 8, 8000, "a100", 4, List.of(), null);
        Outlook one = new Outlook(List.of(Cell.of(wide, List.of("n1"), Timeline.free(Slice.of(8, 8000, 4)))));

        Map<String, Long> starts = starts(EasyBackfill.play(one, List.of(
                new Waiting("a", Ask.of("main", 1, Slice.of(4, 1000, 1), 100), 0, false),
                new Waiting("gpus", Ask.of("main", 1, Slice.of(1, 1000, 4), 100), 0, false),
                new Waiting("memory", Ask.of("main", 1, Slice.of(1, 8000, 0), 10), 0, false),
                new Waiting("c", Ask.of("main", 1, Slice.of(4, 1000, 0), 100), 0, false))));

        // "gpus" is the head and starts at 100; "c" fits beside "a"; "memory" needs the node empty
        assertThat(starts).isEqualTo(Map.of("a", 0L, "gpus", 100L, "c", 0L, "memory", 200L));
    }

    private static Map<String, Long> play(int nodes, Waiting... queue) {
        List<String> names = IntStream.range(0, nodes).mapToObj(i -> "n" + i).toList();
        return starts(EasyBackfill.play(new Outlook(List.of(Cell.of(KIND, names, Timeline.free(slice())))),
                List.of(queue)));
    }

    private static Map<String, Long> starts(EasyBackfill.Played played) {
        return played.starts().stream().collect(Collectors.toMap(s -> s.job().id(), EasyBackfill.Start::at));
    }

    private static Waiting job(String id, int nodes, long seconds) {
        return new Waiting(id, Ask.of("main", nodes, slice(), seconds), 0, false);
    }

    private static Slice slice() {
        return Slice.of(1, 1000, 0);
    }
}
