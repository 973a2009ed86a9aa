package org.diamondhpc.schemas.spec;

/**
 * A warning before the time limit, so that the program can save its state.
 *
 * @param signal the signal's name without SIG, for example {@code USR1}
 * @param before how long before the limit it is sent
 */
public record Checkpoint(String signal, Walltime before) {
}
