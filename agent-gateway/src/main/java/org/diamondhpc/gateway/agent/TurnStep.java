package org.diamondhpc.gateway.agent;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * One thing of a turn.
 *
 * @param seq counts through the session; what a reader goes on after
 * @param entry of the {@code kind} asked (the goal), said (the model's answer, with calls), done (what came of a call),
 *     woken or givenUp (a wait was cancelled)
 */
public record TurnStep(int seq, Instant at, @JsonRawValue String entry) {
}
