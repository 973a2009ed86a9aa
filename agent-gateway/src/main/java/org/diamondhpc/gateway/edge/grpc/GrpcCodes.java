package org.diamondhpc.gateway.edge.grpc;

import io.grpc.Status;
import java.time.Duration;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Reason;

/** The gRPC status of each reason, as the REST edge has a status for each. */
final class GrpcCodes {
    private GrpcCodes() {
    }

    static Status.Code of(Reason reason) {
        return switch (reason) {
            case INVALID_REQUEST, INVALID_CURSOR, INVALID_PATH, INVALID_SPEC, INVALID_IDEMPOTENCY_KEY,
                    INVALID_TOO_LARGE, TRANSFER_CHECKSUM_MISMATCH -> Status.Code.INVALID_ARGUMENT;
            case INVALID_STATE, PLACEMENT_INFEASIBLE -> Status.Code.FAILED_PRECONDITION;
            case POLICY_IN_FLIGHT -> Status.Code.ABORTED;
            case SITE_FILE_EXISTS -> Status.Code.ALREADY_EXISTS;
            case INVALID_NOT_FOUND, SITE_UNKNOWN, SITE_NO_SUCH_FILE, TRANSFER_SOURCE_MISSING -> Status.Code.NOT_FOUND;
            case AUTH_MISSING -> Status.Code.UNAUTHENTICATED;
            case AUTH_FORBIDDEN, POLICY_DENIED, SITE_NO_ACCOUNT, SITE_PERMISSION_DENIED ->
                    Status.Code.PERMISSION_DENIED;
            case POLICY_RATE_LIMITED, TRANSFER_STORE_FULL -> Status.Code.RESOURCE_EXHAUSTED;
            case SITE_TIMEOUT -> Status.Code.DEADLINE_EXCEEDED;
            case INTERNAL_ERROR -> Status.Code.INTERNAL;
            default -> byOutcome(reason.outcome());
        };
    }

    private static Status.Code byOutcome(Outcome outcome) {
        return switch (outcome) {
            case TEMPORARY -> Status.Code.UNAVAILABLE;
            case PERMANENT -> Status.Code.FAILED_PRECONDITION;
            case UNKNOWN -> Status.Code.UNKNOWN;
        };
    }

    /** After which trying again makes sense; zero: not said. */
    static Duration retryAfter(Reason reason) {
        return switch (of(reason)) {
            case ABORTED -> Duration.ofSeconds(1);
            case UNAVAILABLE, RESOURCE_EXHAUSTED -> Duration.ofSeconds(5);
            default -> Duration.ZERO;
        };
    }
}
