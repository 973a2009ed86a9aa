package org.diamondhpc.discovery.domain.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.discovery.domain.placing.Aftermath.Again;
import org.diamondhpc.discovery.domain.placing.Aftermath.GiveUp;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.Test;

class AftermathTest {
    private final TaskOrder order = new SampleTask().order();

    @Test
    void whatAPartitionRefusesForGoodExcludesThePartition() {
        Again again = (Again) after(Reason.SCHEDULER_LIMIT_EXCEEDED, 0);

        assertThat(again.order().attempt()).isEqualTo(2);
        assertThat(again.order().excluded()).singleElement().satisfies(e -> {
            assertThat(e.partition()).isEqualTo("main");
            assertThat(e.why()).isEqualTo("SCHEDULER_LIMIT_EXCEEDED, as it said");
        });
        assertThat(again.setback()).isNull();
        assertThat(again.refusal().reason()).isEqualTo(Reason.SCHEDULER_LIMIT_EXCEEDED);
    }

    @Test
    void whatConcernsTheSiteExcludesTheSite() {
        Again again = (Again) after(Reason.SITE_PERMISSION_DENIED, 0);

        assertThat(again.order().excluded().getFirst().partition()).isNull();
    }

    @Test
    void whatPassesSetsThePlaceBackForALongerTimeEachTime() {
        Again first = (Again) after(Reason.SITE_DISK_FULL, 0);
        Again fourth = (Again) after(Reason.SITE_TIMEOUT, 3);

        assertThat(first.order().attempt()).isEqualTo(2);
        assertThat(first.order().excluded()).isEmpty();
        assertThat(first.setback().until()).isEqualTo(SampleSite.SEEN.plusSeconds(10));
        assertThat(fourth.setback().until()).isEqualTo(SampleSite.SEEN.plusSeconds(80));
    }

    @Test
    void aMissingSourceIsMissingEverywhere() {
        assertThat(after(Reason.TRANSFER_SOURCE_MISSING, 0)).isInstanceOf(GiveUp.class);
        assertThat(after(Reason.INVALID_PATH, 0)).isInstanceOf(GiveUp.class);
    }

    @Test
    void whatIsWrongWithTheScriptIsWrongEverywhereAndToldInTheSchedulersWords() {
        GiveUp end = (GiveUp) after(Reason.INVALID_SPEC, 0);

        assertThat(end.problem().reason()).isEqualTo(Reason.INVALID_SPEC);
        assertThat(end.problem().detail()).isEqualTo("as it said");
    }

    @Test
    void whatMayBeTheSitesOwnRuleIsTriedElsewhere() {
        assertThat(after(Reason.SCHEDULER_REFUSED, 0)).isInstanceOf(Again.class);
    }

    @Test
    void tenRefusalsAreEnough() {
        GiveUp last = (GiveUp) after(Reason.SCHEDULER_BUSY, 9);

        assertThat(after(Reason.SCHEDULER_BUSY, 8)).isInstanceOf(Again.class);
        assertThat(last.problem().reason()).isEqualTo(Reason.SCHEDULER_BUSY);
        assertThat(last.problem().detail()).contains("refused 10 times");
    }

    private Aftermath after(Reason reason, int refusals) {
        Placement placement = new Placement(new SiteId("alpha"), "slurm", "al", "main", null, null, null, List.of(),
                null, "fastest", "", List.of(), SampleSite.SEEN);
        return Aftermath.of(order, placement, Problem.of(reason, "as it said"), refusals, 10, SampleSite.SEEN);
    }
}
