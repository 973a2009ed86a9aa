package org.diamondhpc.submit.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Observation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WithdrawalRulesTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final SiteId ALPHA = new SiteId("alpha");
    private final WithdrawalRules rules = new WithdrawalRules(Duration.ofMinutes(2));
    private final Withdrawal asked = Withdrawal.of(new TaskOrder(new TaskId("t-00000001"), new TenantId("demo"), null,
            new SpecReader().readYaml("executable: /bin/true").spec(), null, 1, null, NOON),
            new Placement(ALPHA, "slurm", "alice", "batch", null, null, null, null, null, "fastest", "", null, NOON),
            new JobRef(ALPHA, "7", NOON), NOON);

    @Test
    void oneThatStillWaitsIsClosedAndOneThatIsClosedAlreadyIsClosedAgain() {
        Parting waits = rules.afterLook(asked, new Observation.Pending("Priority", "", null), NOON);
        Parting closed = rules.afterLook(asked, new Observation.ClaimedByNobody(), NOON);

        assertThat(List.of(waits, closed)).containsOnly(new Parting.Close());
    }

    static Stream<Observation> begunOrOver() {
        return Stream.of(new Observation.Running(NOON, List.of("a1")), new Observation.Pending("Configuring", "", null), new Observation.ClaimedBy("8"),
                new Observation.Requeued(1, "node failed"), new Observation.Absent(List.of()),
                new Observation.Duplicate("9", true), new Observation.Ended(new JobOutcome(JobEnd.CANCELLED, null, null,
                        "CANCELLED", null, null, NOON, null, null, null), null));
    }

    @ParameterizedTest
    @MethodSource("begunOrOver")
    void whateverElseIsSeenLeavesItAlone(Observation seen) {
        assertThat(rules.afterLook(asked, seen, NOON)).isInstanceOf(Parting.Stays.class);
    }

    @Test
    void theClaimDecidesWhoWasFirst() {
        assertThat(rules.afterClaim(Optional.empty())).isEqualTo(new Parting.Gone());
        assertThat(rules.afterClaim(Optional.of("7"))).isInstanceOf(Parting.Stays.class);
    }

    @Test
    void aSiteThatGivesNoAnswerIsAskedOnlyForATimeAndThenTheJobStays() {
        Observation none = new Observation.Unobserved("squeue timed out");

        assertThat(rules.afterLook(asked, none, NOON.plusSeconds(119))).isInstanceOf(Parting.Later.class);
        assertThat(rules.afterLook(asked, none, NOON.plusSeconds(121))).isInstanceOf(Parting.Stays.class);
    }

    @Test
    void onceTheAttemptMayBeClaimedNothingButTheClaimCanLetItStay() {
        Withdrawal closing = asked.nowClosing();

        assertThat(rules.before(closing, true)).isEmpty();
        assertThat(rules.unanswered(closing, "cut", NOON.plusSeconds(86_400))).isInstanceOf(Parting.Later.class);
    }

    @Test
    void aCancelledTaskIsNotMoved() {
        assertThat(rules.before(asked, true)).containsInstanceOf(Parting.Stays.class);
        assertThat(rules.before(asked, false)).isEmpty();
    }
}
