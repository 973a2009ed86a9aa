package org.diamondhpc.cli.shell;

import java.time.Duration;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Walltime;

/** Durations among the options, written as in specifications. */
public final class Spans {
    private Spans() {
    }

    /** @throws ApiException {@code INVALID_REQUEST} */
    public static Duration parse(String text) {
        try {
            return Walltime.parse(text).duration();
        } catch (IllegalArgumentException e) {
            throw new ApiException(Failure.of(Reason.INVALID_REQUEST, text + ": " + e.getMessage()), e);
        }
    }
}
