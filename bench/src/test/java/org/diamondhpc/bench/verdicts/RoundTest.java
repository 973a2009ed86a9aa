package org.diamondhpc.bench.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import org.diamondhpc.bench.verdicts.NaiveJudge.Judgement;
import org.junit.jupiter.api.Test;

class RoundTest {
    @Test
    void bothJudgesAgreeOnEveryPartitionOfManySites() {
        Round round = Round.of(1, 60, 60);

        assertThat(round.wrong()).isZero();
        assertThat(round.tally()).as("all kinds occur").containsOnlyKeys(Judgement.values());
    }
}
