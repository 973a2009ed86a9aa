package org.diamondhpc.transfer.globus.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.transfer.globus.api.TaskDocument;
import org.diamondhpc.transfer.globus.api.TransferDocument;
import org.junit.jupiter.api.Test;

class LoadsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Way AB = way("alpha", "beta");
    private static final Way BA = way("beta", "alpha");

    @Test
    void whatWaitsForTheSameWayGoesAsOneTheOldestFirst() {
        List<Consignment> waiting = List.of(consignment(AB, 3, 2, false), consignment(BA, 1, 1, false),
                consignment(AB, 2, 4, false));

        List<Loads.Load> loads = Loads.plan(waiting, 3, 100);

        assertThat(loads).extracting(Loads.Load::way).containsExactly(BA, AB);
        assertThat(loads.get(1).consignments()).extracting(Consignment::createdAt)
                .containsExactly(NOW.plusSeconds(2), NOW.plusSeconds(3));
    }

    @Test
    void limitsHoldAndWhatFailedTogetherGoesAlone() {
        List<Consignment> waiting = List.of(consignment(AB, 0, 60, false), consignment(AB, 1, 60, false),
                consignment(AB, 2, 5, true), consignment(AB, 3, 500, false));

        assertThat(Loads.plan(waiting, 9, 100)).extracting(l -> l.consignments().size()).containsExactly(1, 1, 1, 1);
        assertThat(Loads.plan(waiting, 2, 100)).hasSize(2);
        assertThat(Loads.plan(waiting, -1, 100)).isEmpty();
    }

    @Test
    void aLabelIsShortPlainAndTheSameForTheSameOnly() {
        Loads.Load load = new Loads.Load(AB, List.of(consignment(AB, 0, 2, false)));
        Loads.Load other = new Loads.Load(AB, List.of(consignment(AB, 0, 3, false)));

        assertThat(Labels.transfer(load)).isEqualTo(Labels.transfer(load)).isNotEqualTo(Labels.transfer(other))
                .startsWith("Diamond t-1.1, alpha to beta [").hasSizeLessThan(TransferDocument.LONGEST_LABEL);
    }

    @Test
    void aConflictIsWithTheSameLabelElseWithTheOnlyOneOnTheWay() {
        Shipment shipment = Shipment.planned("s", "default", Shipment.Kind.TRANSFER, AB, "{}", "mine", List.of(), 1, 1, NOW);
        TaskDocument mine = task("1", "mine", AB);
        TaskDocument others = task("2", "others", AB);

        assertThat(Conflicts.with(shipment, List.of(others, mine, task("3", "x", BA)))).contains(mine);
        assertThat(Conflicts.with(shipment, List.of(others, task("3", "x", BA)))).contains(others);
        assertThat(Conflicts.with(shipment, List.of(others, task("4", "more", AB)))).isEqualTo(Optional.empty());
        assertThat(Conflicts.own(shipment, mine)).isTrue();
        assertThat(Conflicts.own(shipment, others)).isFalse();
    }

    @Test
    void looksGetRarerTheLongerItTakes() {
        Rhythm rhythm = new Rhythm(Duration.ofSeconds(1), Duration.ofSeconds(60));

        assertThat(rhythm.watching(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(1));
        assertThat(rhythm.watching(Duration.ofSeconds(80))).isEqualTo(Duration.ofSeconds(10));
        assertThat(rhythm.watching(Duration.ofHours(5))).isEqualTo(Duration.ofSeconds(60));
        assertThat(rhythm.afterTrouble(null)).isEqualTo(Duration.ofSeconds(1));
        assertThat(rhythm.afterTrouble(Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void anEndpointRestsLongerEachTimeUpToTenMinutes() {
        Breaker once = Breaker.closed().failed(NOW);
        Breaker often = once;
        for (int i = 0; i < 30; i++) {
            often = often.failed(NOW);
        }

        assertThat(once.openUntil()).isEqualTo(NOW.plusSeconds(15));
        assertThat(once.allows(NOW.plusSeconds(14))).isFalse();
        assertThat(once.allows(NOW.plusSeconds(15))).isTrue();
        assertThat(often.openUntil()).isEqualTo(NOW.plusSeconds(600));
    }

    private static Way way(String from, String to) {
        return new Way(new SiteId(from), from + "-id", new SiteId(to), to + "-id", false);
    }

    private static TaskDocument task(String id, String label, Way way) {
        return new TaskDocument(id, "TRANSFER", TaskDocument.Status.ACTIVE, label, null, null, null, way.from(), null,
                way.to(), null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                null, null, null, null, null);
    }

    private static Consignment consignment(Way way, int second, int items, boolean alone) {
        List<Consignment.Line> lines = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            lines.add(new Consignment.Line(i, false, "/r" + i, 1, 1, "/s" + i, "/t" + i));
        }
        return new Consignment("c" + second, "default", new Owner("stage", "t-1", "t-1.1"), way, "/w", "/f", lines, items,
                items, Consignment.State.WAITING, null, alone, null, NOW.plusSeconds(second), null);
    }
}
