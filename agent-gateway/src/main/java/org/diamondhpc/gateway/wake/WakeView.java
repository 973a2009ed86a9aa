package org.diamondhpc.gateway.wake;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * A wake.
 *
 * @param number counts from 1 for each session, without gaps; what an agent acknowledges and resumes by
 * @param waitId what was waited for
 * @param reason {@code FULFILLED} or {@code DEADLINE}
 * @param digest what happened, at most 2 KiB
 */
public record WakeView(long number, String waitId, String reason, Instant issuedAt, @JsonRawValue String digest) {
}
