package org.diamondhpc.bench.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DispatchTest {
    private static final List<Dispatch> ALL = Dispatch.all();

    static Stream<Dispatch> all() {
        return ALL.stream();
    }

    @Test
    void thereAre432DifferentRequestsOfAllCombinationsInEachStyle() {
        assertThat(Combination.all()).hasSize(Combination.COUNT).doesNotHaveDuplicates();
        assertThat(Combination.all().stream().map(c -> List.of(c.shape(), c.supply(), c.work(), c.affinity(), c.wording())))
                .doesNotHaveDuplicates();
        assertThat(ALL.stream().map(d -> Json.line(d.input()))).hasSize(432).doesNotHaveDuplicates();
        assertThat(ALL.stream().collect(Collectors.groupingBy(Dispatch::style, Collectors.counting())).values())
                .hasSize(4).allMatch(n -> n == 108);
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsWantedIsThereAtEverySiteItMayGoTo(Dispatch request) {
        Wanted w = request.wanted();

        assertThat(w.sites()).isNotEmpty().allMatch(s -> s.canRun(request.combination().shape(),
                request.combination().supply()));
        assertThat(w.gpuType()).satisfiesAnyOf(t -> assertThat(t).isNull(),
                t -> assertThat(w.sites()).allMatch(s -> t.equals(s.gpuType())));
        assertThat(w.memory() % w.coresPerNode()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Style.class)
    void everyStyleUsesBothWordingsAndTriesEachSite(Style style) {
        List<Dispatch> those = ALL.stream().filter(d -> d.style() == style).toList();

        assertThat(those.stream().map(Dispatch::form).distinct().count()).isGreaterThanOrEqualTo(2);
        assertThat(those.stream().flatMap(d -> d.wanted().sites().stream()).distinct()).hasSize(Site.values().length);
    }

    @Test
    void scriptsAreOfThreeFamiliesAndHandedOverWhole() {
        List<Dispatch> scripts = ALL.stream().filter(d -> d.style() == Style.VERBATIM).toList();

        Map<String, Long> families = scripts.stream().collect(Collectors.groupingBy(Dispatch::form, Collectors.counting()));

        assertThat(families).containsOnlyKeys("#SBATCH", "#PBS", "#$");
        assertThat(families.values()).allMatch(n -> n >= 20);
        assertThat(scripts).allSatisfy(d -> assertThat((String) d.input().get("script")).startsWith("#!/bin/bash\n" + d.form()));
    }

    @Test
    void anOpenRequestNamesNoSite() {
        assertThat(ALL.stream().filter(d -> d.style() == Style.OPEN)).allSatisfy(d ->
                assertThat(((Map<?, ?>) d.input().get("spec")).containsKey("constraints")).isFalse());
    }

    @Test
    void aSlotScriptWantsItsCoresAsOneProcess() {
        Wanted w = ALL.stream().filter(d -> d.form().equals("#$") && d.combination().shape() == Shape.PACKED).findFirst()
                .orElseThrow().wanted();

        assertThat(List.of(w.processes(), w.cores())).containsExactly(1, 8);
    }
}
