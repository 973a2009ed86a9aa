package org.diamondhpc.globus.simulator.move;

import java.time.Clock;
import org.diamondhpc.globus.simulator.endpoint.Registry;
import org.diamondhpc.globus.simulator.model.Limits;
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Order;
import org.diamondhpc.globus.simulator.task.Task;
import org.diamondhpc.globus.simulator.task.TaskRunner;

/** Does the work of tasks of every kind. */
public final class Worker implements TaskRunner {
    private final Registry registry;
    private final TaskTrouble trouble;
    private final Limits limits;
    private final Clock clock;

    public Worker(Registry registry, TaskTrouble trouble, Limits limits, Clock clock) {
        this.registry = registry;
        this.trouble = trouble;
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public void run(Task task) throws Ended {
        switch (task.order()) {
            case Order.Transfer transfer -> new TransferRun(task, transfer,
                    new Side(registry, task.owner(), transfer.document().sourceEndpoint(),
                            transfer.document().sourceLocalUser(), true),
                    new Side(registry, task.owner(), transfer.document().destinationEndpoint(),
                            transfer.document().destinationLocalUser(), false),
                    trouble, new Throttle(trouble, limits.bytesPerSecond(), task), limits.retryAfter(), clock).run();
            case Order.Delete delete -> new DeleteRun(task, delete, new Side(registry, task.owner(),
                    delete.document().endpoint(), delete.document().localUser(), false), trouble, limits.retryAfter()).run();
        }
    }
}
