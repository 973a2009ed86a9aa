package org.diamondhpc.gateway.wake.domain;

import java.util.List;

/** How a wait stands, from its items alone. */
public enum Standing {
    OPEN, FULFILLED,
    /** It cannot be fulfilled any more. */
    IMPOSSIBLE;

    /**
     * One thing that is waited for.
     *
     * @param met it has happened
     * @param closed it cannot happen any more
     */
    public record Part(Condition.Kind kind, boolean met, boolean closed) {
        private boolean open() {
            return !met && !closed;
        }
    }

    /** What stands {@link Condition.Kind#alone alone} ends the wait beside whatever else it waits for. */
    public static Standing of(Condition.Mode mode, List<Part> parts) {
        List<Part> alone = parts.stream().filter(p -> p.kind().alone()).toList();
        List<Part> things = parts.stream().filter(p -> !p.kind().alone()).toList();
        if (alone.stream().anyMatch(Part::met)) {
            return FULFILLED;
        }
        if (things.isEmpty()) {
            return alone.isEmpty() || alone.stream().anyMatch(Part::open) ? OPEN : IMPOSSIBLE;
        }
        return switch (mode) {
            case ANY -> things.stream().anyMatch(Part::met) ? FULFILLED
                    : things.stream().anyMatch(Part::open) ? OPEN : IMPOSSIBLE;
            case ALL -> things.stream().anyMatch(p -> p.closed() && !p.met()) ? IMPOSSIBLE
                    : things.stream().allMatch(Part::met) ? FULFILLED : OPEN;
        };
    }
}
