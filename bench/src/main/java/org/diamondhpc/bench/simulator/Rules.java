package org.diamondhpc.bench.simulator;

import java.util.function.Supplier;

/** How a cluster schedules. */
public enum Rules {
    FCFS(FirstComeFirstServed::new, Order::arrival),
    EASY(EasyBackfilling::new, Order::arrival),
    CONSERVATIVE(ConservativeBackfilling::new, Order::arrival),
    /** EASY in order of age and fair-share. */
    PRIORITY(EasyBackfilling::new, FairShare::new);

    private final Supplier<Scheduler> scheduler;
    private final Supplier<Order> order;

    Rules(Supplier<Scheduler> scheduler, Supplier<Order> order) {
        this.scheduler = scheduler;
        this.order = order;
    }

    Scheduler scheduler() {
        return scheduler.get();
    }

    Order order() {
        return order.get();
    }
}
