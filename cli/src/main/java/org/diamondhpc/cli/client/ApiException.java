package org.diamondhpc.cli.client;

import org.diamondhpc.schemas.reason.Reason;

/** A request failed; the {@link Failure} says why and what to do. */
public class ApiException extends RuntimeException {
    private final transient Failure failure;

    public ApiException(Failure failure) {
        this(failure, null);
    }

    public ApiException(Failure failure, Throwable cause) {
        super(failure.reason() + ": " + failure.detail(), cause);
        this.failure = failure;
    }

    public static ApiException of(Reason reason, String detail) {
        return new ApiException(Failure.of(reason, detail));
    }

    public Failure failure() {
        return failure;
    }
}
