package org.diamondhpc.gateway.edge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.time.Duration;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What generic clients conclude from a status must be true of the reason. */
class GrpcCodesTest {
    @ParameterizedTest
    @EnumSource(Reason.class)
    void whatIsUnavailableMayBeTriedAgainAndOnlyThat(Reason reason) {
        Status.Code code = GrpcCodes.of(reason);

        if (code == Status.Code.UNAVAILABLE || code == Status.Code.ABORTED) {
            assertThat(reason.outcome()).isEqualTo(Outcome.TEMPORARY);
            assertThat(GrpcCodes.retryAfter(reason)).isPositive();
        }
        if (reason.outcome() == Outcome.PERMANENT) {
            assertThat(GrpcCodes.retryAfter(reason)).isEqualTo(Duration.ZERO);
        }
        assertThat(code).isNotIn(Status.Code.OK, Status.Code.CANCELLED, Status.Code.UNIMPLEMENTED);
    }
}
