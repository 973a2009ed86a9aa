package org.diamondhpc.discovery.domain.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.schemas.site.Window;
import org.junit.jupiter.api.Test;

class OpeningsTest {
    private static final Instant NOW = SampleSite.SEEN;
    private static final Duration HOUR = Duration.ofHours(1);

    private static Window maintenance(long fromMinutes, long untilMinutes, String... nodes) {
        return new Window("winter", NOW.plusSeconds(60 * fromMinutes), NOW.plusSeconds(60 * untilMinutes), true,
                List.of(nodes), null, List.of("root"), List.of());
    }

    private static Ruling rule(SampleTask task, SampleSite site) {
        return Verdicts.rule(task.demand(), site.view()).getFirst();
    }

    @Test
    void aTaskThatCannotEndBeforeMaintenanceStartsAfterItAndIsTold() {
        SampleSite site = SampleSite.idle("alpha", 2, 8).window(maintenance(30, 90, "a001", "a002"));

        Ruling ruling = rule(new SampleTask().duration(HOUR), site);

        assertThat(ruling.feasible()).isTrue();
        assertThat(ruling.opening().at()).isEqualTo(NOW.plusSeconds(90 * 60));
        assertThat(ruling.opening().why()).contains("could not end before the maintenance winter", "in 30 min",
                "starts in 1 h 30 min");
    }

    @Test
    void aShortTaskSlipsInBefore() {
        SampleSite site = SampleSite.idle("alpha", 2, 8).window(maintenance(30, 90, "a001", "a002"));

        assertThat(rule(new SampleTask().duration(Duration.ofMinutes(20)), site).opening()).isNull();
    }

    @Test
    void nodesThatStayAreEnough() {
        SampleSite site = SampleSite.idle("alpha", 3, 8).window(maintenance(30, 90, "a001", "a002"));

        assertThat(rule(new SampleTask().duration(HOUR), site).opening()).isNull();
        assertThat(rule(new SampleTask().duration(HOUR).nodes(2), site).opening()).isNotNull();
    }

    @Test
    void betweenTwoWindowsThereMustBeRoomForTheWholeTask() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).window(maintenance(10, 20, "a001"))
                .window(maintenance(50, 60, "a001"));

        assertThat(rule(new SampleTask().duration(HOUR), site).opening().at()).isEqualTo(NOW.plusSeconds(3600));
        assertThat(rule(new SampleTask().duration(Duration.ofMinutes(25)), site).opening().at())
                .isEqualTo(NOW.plusSeconds(1200));
    }

    @Test
    void aWindowWithoutAnEndBarsThePlaceForNow() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).window(new Window("long", NOW, null, true, List.of("a001"), null,
                List.of(), List.of()));

        Ruling ruling = rule(new SampleTask(), site);

        assertThat(ruling.feasible()).isFalse();
        assertThat(ruling.passing()).isTrue();
        assertThat(ruling.why()).contains("maintenance long");
    }
}
