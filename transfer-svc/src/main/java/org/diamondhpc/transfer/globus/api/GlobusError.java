package org.diamondhpc.transfer.globus.api;

import java.time.Duration;
import java.util.List;

/** Every way a call can fail, by what it asks of the caller. */
public sealed interface GlobusError {
    Fault fault();

    /**
     * What the answer said.
     *
     * @param status of HTTP; 0 where there was no answer
     * @param requestId by which Globus's support finds it; null where there is none
     */
    record Fault(int status, String code, String message, String requestId) {
        @Override
        public String toString() {
            return (status == 0 ? "" : status + " ") + code + ": " + message
                    + (requestId == null ? "" : " (request " + requestId + ")");
        }
    }

    /** 403: the identity's owner must consent to these scopes. */
    record ConsentRequired(Fault fault, List<String> scopes) implements GlobusError {
    }

    /** 403: the sign-on is too old, or of another identity than the collection wants. */
    record SessionRequired(Fault fault, SessionNeeds needs) implements GlobusError {
    }

    /** 403 for other reasons: waiting does not help. */
    record Denied(Fault fault) implements GlobusError {
    }

    /** 401: the token is no good (any more). */
    record Unauthenticated(Fault fault) implements GlobusError {
    }

    record NotFound(Fault fault) implements GlobusError {
    }

    /** 409: the same paths are being moved by another task. */
    record Conflict(Fault fault) implements GlobusError {
    }

    /** 429. */
    record TooMany(Fault fault, Duration retryAfter) implements GlobusError {
    }

    /** An endpoint, not Globus itself, does not answer: asking again at once only adds to its load. */
    record EndpointAway(Fault fault) implements GlobusError {
    }

    /** Globus itself has trouble, or the way to it: whether the call took effect is not known. */
    record Away(Fault fault, Duration retryAfter) implements GlobusError {
    }

    /** Anything else: the request is wrong. */
    record Refused(Fault fault) implements GlobusError {
    }
}
