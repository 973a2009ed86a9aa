package org.diamondhpc.discovery.domain.verdict;

import java.time.Instant;

/**
 * What keeps a job from starting at once.
 *
 * @param at when it is over; null: no end is foreseen
 * @param why in words
 */
public record Opening(Instant at, String why) {
}
