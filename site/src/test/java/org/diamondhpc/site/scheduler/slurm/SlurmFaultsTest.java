package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients said while daemons were stopped, killed or cut off one after the other, in the order they were. */
class SlurmFaultsTest {
    private static final Pattern ASKED = Pattern.compile("(?m)^  ?\\[sbatch[^]]*] rc=1 [\\d.]+s: (.*)$");
    private static final Pattern REFUSED = Pattern.compile("(?m)^\\[([^]]*)] ([A-Z].*|sbatch: error: .*)\\| rc=0$");

    private static List<Reason> reasons(String file, Pattern line, int group) {
        return line.matcher(Samples.read(file)).results().map(m -> SlurmMessages.refusal(m.group(group).replace("|", "\n")
                .strip()).reason()).toList();
    }

    @Test
    void aControllerThatIsAwayIsToldFromOneThatMayHaveHeard() {
        // Frozen controller: it may still take the job; killed controller and dead munged: it cannot have.
        assertThat(reasons("faults/client-errors.txt", ASKED, 1)).containsExactly(Reason.SCHEDULER_UNCONFIRMED,
                Reason.SCHEDULER_UNAVAILABLE, Reason.SCHEDULER_UNAVAILABLE);
    }

    @Test
    void eachRefusedRequestHasItsReason() {
        // -p, -A, --qos, two of --gres, --mem, -C, -n 0, --begin
        assertThat(reasons("faults/submit.txt", REFUSED, 2)).containsExactly(Reason.SCHEDULER_INVALID_PARTITION,
                Reason.SCHEDULER_INVALID_ACCOUNT, Reason.SCHEDULER_INVALID_QOS, Reason.SCHEDULER_INFEASIBLE,
                Reason.SCHEDULER_INFEASIBLE, Reason.SCHEDULER_INFEASIBLE, Reason.SCHEDULER_INFEASIBLE, Reason.INVALID_SPEC,
                Reason.INVALID_SPEC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BeginTime", "JobHeldUser", "(ReqNodeNotAvail, UnavailableNodes:a001)", "PartitionDown",
            "job_requeued_in_held_state"})
    void everyReasonAnAdministratorMakesIsExplained(String reason) {
        Matcher known = Pattern.compile(Pattern.quote(reason)).matcher(Samples.read("faults/admin-states.txt"));

        assertThat(known.find()).isTrue();
        assertThat(PendingReasons.explain(reason)).doesNotStartWith("the scheduler says");
    }
}
