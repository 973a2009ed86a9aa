package org.diamondhpc.transfer.globus.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.diamondhpc.transfer.globus.api.GlobusError.Fault;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
    private static final Fault FAULT = new Fault(503, "ServiceUnavailable", "", null);
    private final RetryPolicy policy = new RetryPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(4));

    @Test
    void pausesDoubleUpToTheLongestAndEnd() {
        GlobusError away = new GlobusError.Away(FAULT, null);

        assertThat(policy.pause(away, 1)).contains(Duration.ofSeconds(1));
        assertThat(policy.pause(away, 2)).contains(Duration.ofSeconds(2));
        assertThat(policy.pause(away, 4)).contains(Duration.ofSeconds(4));
        assertThat(policy.pause(away, 5)).isEmpty();
    }

    @Test
    void whatGlobusAsksForIsKeptAndTooLongIsForTheCaller() {
        assertThat(policy.pause(new GlobusError.TooMany(FAULT, Duration.ofSeconds(3)), 1))
                .contains(Duration.ofSeconds(3));
        assertThat(policy.pause(new GlobusError.TooMany(FAULT, Duration.ofMinutes(5)), 1)).isEmpty();
    }

    @Test
    void endpointsAndRefusalsAreNotAskedAgain() {
        assertThat(policy.pause(new GlobusError.EndpointAway(FAULT), 1)).isEmpty();
        assertThat(policy.pause(new GlobusError.Refused(FAULT), 1)).isEmpty();
        assertThat(policy.pause(new GlobusError.ConsentRequired(FAULT, null), 1)).isEmpty();
    }
}
