package org.diamondhpc.standalone.process;

import java.time.Instant;

/** Where one supervised process is in its life. */
public sealed interface ChildState {
    /** Waits until what it needs is ready. */
    record Waiting() implements ChildState {
    }

    /** Runs and has not been ready yet. */
    record Starting(ProcessMark mark, Instant since) implements ChildState {
    }

    /** Runs and does its work. */
    record Ready(ProcessMark mark, Instant since) implements ChildState {
    }

    /** Runs, was ready, and fails its probe now. */
    record Unready(ProcessMark mark, Instant since) implements ChildState {
    }

    /**
     * Died; is started again at {@code until}.
     *
     * @param exit its exit status, or -1 for an adopted process, whose status nobody was told
     */
    record BackingOff(int exit, Instant until) implements ChildState {
    }

    /** Ended on purpose. */
    record Stopped() implements ChildState {
    }

    default String label() {
        return switch (this) {
            case Waiting w -> "waiting";
            case Starting s -> "starting";
            case Ready r -> "ready";
            case Unready u -> "unready";
            case BackingOff b -> "died";
            case Stopped s -> "stopped";
        };
    }
}
