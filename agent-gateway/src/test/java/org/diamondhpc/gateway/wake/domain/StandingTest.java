package org.diamondhpc.gateway.wake.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingTest {
    /** {@code e} an end, {@code s} a success, {@code f} a failure; {@code +} happened, {@code -} cannot any more. */
    @ParameterizedTest
    @CsvSource({
        "ALL, '',        OPEN",
        "ALL, 'e',       OPEN",
        "ALL, 'e+',      FULFILLED",
        "ALL, 'e+ e',    OPEN",
        "ANY, 'e+ e',    FULFILLED",
        "ALL, 's-',      IMPOSSIBLE",
        "ALL, 's+ s-',   IMPOSSIBLE",
        "ALL, 's s-',    IMPOSSIBLE",
        "ANY, 's s-',    OPEN",
        "ANY, 's- s-',   IMPOSSIBLE",
        "ANY, 's+ s-',   FULFILLED",
        "ALL, 'f f',     OPEN",
        "ALL, 'f+ f',    FULFILLED",
        "ALL, 'f- f',    OPEN",
        "ALL, 'f- f-',   IMPOSSIBLE",
        "ALL, 'e e f+',  FULFILLED",
        "ALL, 'e+ e f-', OPEN",
        "ALL, 'e+ f-',   FULFILLED",
        "ALL, 'e+ e+ f', FULFILLED",
        "ANY, 's- f+',   FULFILLED",
        "ALL, 's- f+',   FULFILLED",
        "ALL, 'e e p+',  FULFILLED",
        "ALL, 'e+ p-',   FULFILLED",
        "ALL, 'e b+',    FULFILLED",
        "ANY, 'p- b',    OPEN",
        "ALL, 'p- p-',   IMPOSSIBLE",
    })
    void waitStandsAsItsPartsSay(Condition.Mode mode, String parts, Standing expected) {
        List<Standing.Part> all = Arrays.stream(parts.split(" ")).filter(p -> !p.isEmpty()).map(StandingTest::part)
                .toList();

        Standing standing = Standing.of(mode, all);

        assertThat(standing).isEqualTo(expected);
    }

    private static Standing.Part part(String text) {
        return new Standing.Part(switch (text.charAt(0)) {
            case 'e' -> Condition.Kind.TASK_ENDED;
            case 's' -> Condition.Kind.TASK_SUCCEEDED;
            case 'p' -> Condition.Kind.PLACEMENT_IMPROVED;
            case 'b' -> Condition.Kind.BUDGET_LOW;
            default -> Condition.Kind.TASK_FAILED;
        }, text.endsWith("+"), text.endsWith("-"));
    }
}
