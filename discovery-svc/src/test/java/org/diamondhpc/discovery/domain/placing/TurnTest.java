package org.diamondhpc.discovery.domain.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.discovery.domain.wait.Habits;
import org.diamondhpc.discovery.domain.wait.LearnedSimulation;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void aJobWaitsForThoseBeforeItAlone() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).running("1", "main", 8, HOUR, Duration.ZERO, "a001")
                .waiting("2", "main", 1, 8, HOUR, 30).waiting("3", "main", 1, 8, HOUR, 20)
                .waiting("4", "main", 1, 8, HOUR.multipliedBy(9), 10);

        Optional<Turn> turn = turn(site, "3");

        assertThat(turn).contains(new Turn(HOUR.multipliedBy(2)));
    }

    @Test
    void aJobThatIsNotSeenWaitingHasNoTurn() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).running("1", "main", 8, HOUR, Duration.ZERO, "a001");

        assertThat(turn(site, "1")).isEmpty();
        assertThat(turn(site, "2")).isEmpty();
    }

    @Test
    void nothingIsForeseenAtASiteWhoseControllerIsSilent() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).waiting("2", "main", 1, 8, HOUR, 30)
                .silent(Problem.of(Reason.SCHEDULER_UNAVAILABLE, "no answer"));

        assertThat(turn(site, "2")).contains(new Turn(null));
    }

    private static Optional<Turn> turn(SampleSite site, String job) {
        return Turn.of(site.view(), "main", job, new SampleTask().cores(8).demand(), new LearnedSimulation(id -> Habits.NONE));
    }
}
