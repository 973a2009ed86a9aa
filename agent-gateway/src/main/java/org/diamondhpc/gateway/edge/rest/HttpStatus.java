package org.diamondhpc.gateway.edge.rest;

import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Reason;

/** The HTTP status of each reason. */
final class HttpStatus {
    private HttpStatus() {
    }

    static int of(Reason reason) {
        return switch (reason) {
            case INVALID_REQUEST, INVALID_CURSOR, INVALID_PATH -> 400;
            case INVALID_SPEC, INVALID_IDEMPOTENCY_KEY, PLACEMENT_INFEASIBLE, TRANSFER_CHECKSUM_MISMATCH -> 422;
            case INVALID_STATE, POLICY_IN_FLIGHT, SITE_FILE_EXISTS -> 409;
            case INVALID_TOO_LARGE -> 413;
            case INVALID_NOT_FOUND, SITE_UNKNOWN, SITE_NO_SUCH_FILE, TRANSFER_SOURCE_MISSING -> 404;
            case AUTH_MISSING -> 401;
            case AUTH_FORBIDDEN, POLICY_DENIED, POLICY_AGENT_LIMIT, SITE_NO_ACCOUNT, SITE_PERMISSION_DENIED -> 403;
            case POLICY_RATE_LIMITED -> 429;
            case SITE_TIMEOUT -> 504;
            case INTERNAL_ERROR -> 500;
            case TRANSFER_STORE_FULL -> 507;
            default -> reason.outcome() == Outcome.TEMPORARY ? 503 : 502;
        };
    }

    /** Seconds after which trying again makes sense; 0: not said. */
    static int retryAfter(int status) {
        return switch (status) {
            case 409 -> 1;
            case 429, 503 -> 5;
            default -> 0;
        };
    }
}
