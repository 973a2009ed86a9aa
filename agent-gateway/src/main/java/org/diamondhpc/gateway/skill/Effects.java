package org.diamondhpc.gateway.skill;

/**
 * What calling a skill may do.
 *
 * @param readOnly it changes nothing
 * @param destructive it may replace or end something
 * @param idempotent a second call with the same input changes nothing more
 * @param openWorld it acts beyond Diamond, at sites
 */
public record Effects(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
}
