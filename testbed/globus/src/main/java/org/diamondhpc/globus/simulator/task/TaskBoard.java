package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.model.Limits;

/** All tasks, and which of them run. */
public final class TaskBoard implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(TaskBoard.class.getName());
    private static final long TICK_MILLIS = 50;

    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Set<String> inactive = ConcurrentHashMap.newKeySet();
    private final PauseRules rules = new PauseRules();
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("task-", 1).factory());
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("task-board").factory());
    private final Limits limits;
    private final Clock clock;
    private final TaskRunner runner;
    private Runnable accepted = () -> { };

    public TaskBoard(Limits limits, Clock clock, TaskRunner runner) {
        this.limits = limits;
        this.clock = clock;
        this.runner = runner;
        ticker.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The task that this identity submitted with this id already. */
    synchronized Optional<Task> submitted(Caller owner, String submissionId) {
        return of(owner).filter(t -> t.order().submissionId().equalsIgnoreCase(submissionId)).findFirst();
    }

    /** @throws Refusal 409 where the like is on its way already, or too much waits */
    synchronized Task submit(Caller owner, Order order, Instant deadline) {
        List<Task> pending = of(owner).filter(t -> !t.status().ended()).toList();
        if (order instanceof Order.Transfer transfer && pending.stream()
                .anyMatch(t -> t.order() instanceof Order.Transfer other && transfer.samePaths(other))) {
            throw Refusal.of(409, "Conflict", "A transfer with identical paths has not yet completed");
        }
        if (pending.size() >= limits.pendingTasks()) {
            // The code is not verified.
            throw Refusal.of(409, "TooManyPendingJobs", "There are already " + pending.size() + " pending tasks");
        }
        Task task = new Task(UUID.randomUUID().toString(), owner, order, deadline, clock);
        tasks.put(task.id(), task);
        accepted.run();
        tick();
        return task;
    }

    /** @param then done with every new task before the service says that it has accepted it */
    public void onAccepted(Runnable then) {
        accepted = then;
    }

    public synchronized void restore(List<SavedTask> saved) {
        saved.forEach(s -> tasks.put(s.id(), s.restored(clock)));
    }

    public synchronized List<SavedTask> saved() {
        return tasks.values().stream().map(Task::saved).toList();
    }

    /** @throws Refusal 404 for tasks of others, too */
    synchronized Task find(Caller owner, String id) {
        return Optional.ofNullable(tasks.get(id)).filter(t -> t.owner().id().equals(owner.id()))
                .orElseThrow(() -> Refusal.of(404, "ClientError.NotFound", "No task with id '" + id + "' was found"));
    }

    synchronized List<Task> all(Caller owner) {
        return of(owner).toList();
    }

    public synchronized List<Task> all() {
        return List.copyOf(tasks.values());
    }

    private Stream<Task> of(Caller owner) {
        return tasks.values().stream().filter(t -> t.owner().id().equals(owner.id()));
    }

    ObjectNode pauseInfo(Task task, Function<String, String> displayName) {
        return rules.info(task.order(), displayName);
    }

    public Optional<String> pauseMessage(String collection) {
        return rules.message(collection);
    }

    public void pause(String collection, String message) {
        rules.pause(collection, message, clock.instant());
        tick();
    }

    public void resume(String collection) {
        rules.resume(collection);
        tick();
    }

    /** Credentials for the collection have expired, or are good again. */
    public void activate(String collection, boolean active) {
        if (active) {
            inactive.remove(collection);
        } else {
            inactive.add(collection);
        }
        tick();
    }

    /** Nothing is paused or inactive any more. */
    public void resumeAll() {
        rules.clear();
        inactive.clear();
        tick();
    }

    private synchronized void tick() {
        List<Task> open = tasks.values().stream().filter(t -> !t.status().ended()).toList();
        for (Task task : open) {
            task.expireIfDue();
            task.pause(rules.any(task.order().collections()));
            task.activate(task.order().collections().stream().noneMatch(inactive::contains));
        }
        Map<String, Integer> active = new LinkedHashMap<>();
        tasks.values().stream().filter(Task::running).forEach(t -> active.merge(lane(t), 1, Integer::sum));
        for (Task task : new ArrayList<>(open)) {
            if (task.queued() && !rules.any(task.order().collections())
                    && active.getOrDefault(lane(task), 0) < slots(task.order())) {
                active.merge(lane(task), 1, Integer::sum);
                task.start();
                threads.execute(() -> run(task));
            }
        }
    }

    private static String lane(Task task) {
        return task.owner().id() + " " + task.order().type();
    }

    private int slots(Order order) {
        return switch (order) {
            case Order.Transfer t -> limits.activeTransfers();
            case Order.Delete d -> limits.activeDeletes();
        };
    }

    private void run(Task task) {
        try {
            runner.run(task);
        } catch (Ended e) {
            LOG.fine(() -> "task " + task.id() + " ended under its runner");
        } catch (RuntimeException e) {
            LOG.log(Level.SEVERE, "task " + task.id() + " broke the simulator", e);
            task.fail(EventCode.UNKNOWN, e.toString());
        } finally {
            task.stopped();
            if (!ticker.isShutdown()) {
                tick();
            }
        }
    }

    @Override
    public void close() {
        ticker.shutdownNow();
        threads.shutdownNow();
        try {
            threads.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
