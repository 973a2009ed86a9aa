package org.diamondhpc.gateway.wake;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.Standing;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.gateway.wake.domain.WakeReason;

/** A wait whose row is locked, with everything it waits for. */
record HeldWait(WaitRow row, List<WaitItemRow> items) {
    /** @return whether anything was settled */
    boolean settle(Function<WaitItemRow, Verdict> verdict, Instant at) {
        boolean changed = false;
        for (WaitItemRow item : items) {
            Verdict told = item.open() ? verdict.apply(item) : null;
            if (told != null) {
                item.settle(told, at);
                changed = true;
            }
        }
        return changed;
    }

    Standing standing() {
        return Standing.of(Condition.Mode.valueOf(row.mode), items.stream().map(WaitItemRow::part).toList());
    }

    /** It is over; its wake's number comes with the wake. */
    void over(WakeReason reason) {
        row.state = (switch (reason) {
            case DEADLINE -> WaitView.State.EXPIRED;
            case IMPOSSIBLE -> WaitView.State.IMPOSSIBLE;
            default -> WaitView.State.FULFILLED;
        }).name();
    }

    /** Nothing more is looked for. */
    void close(Instant at) {
        items.stream().filter(WaitItemRow::open).forEach(i -> i.closedAt = at);
    }
}
