package org.diamondhpc.globus.simulator.task;

/** What does a task's work, to its end. */
@FunctionalInterface
public interface TaskRunner {
    /** @throws Ended where the task ended under it */
    void run(Task task) throws Ended;
}
