package org.diamondhpc.bench;

/** The benchmark itself did not work: a task was lost, a service refused, a program failed. No figure follows from it. */
public final class BenchFailed extends RuntimeException {
    public BenchFailed(String message) {
        super(message);
    }

    public BenchFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
