package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.model.EventCode;

/** One task. What runs it reports here, and learns here that it has to stop. */
public final class Task {
    private static final Duration PROGRESS = Duration.ofSeconds(10);

    private final String id;
    private final Caller owner;
    private final Order order;
    private final Clock clock;
    private final Instant requested;
    private final Counters counters;
    private final List<Event> events = new ArrayList<>();
    private final List<SuccessfulTransfer> successes = new ArrayList<>();
    private final List<SkippedError> skipped = new ArrayList<>();
    private Status status = Status.ACTIVE;
    private NiceStatus nice = NiceStatus.QUEUED;
    private FatalError fatal;
    private String label;
    private Instant deadline;
    private Instant started;
    private Instant completed;
    private Instant progressed;
    private boolean paused;
    private boolean running;

    /** Why a task ended badly. */
    public record FatalError(String code, String description) { }

    Task(String id, Caller owner, Order order, Instant deadline, Clock clock) {
        this.id = id;
        this.owner = owner;
        this.order = order;
        this.label = order.label();
        this.deadline = deadline;
        this.clock = clock;
        this.requested = clock.instant();
        this.counters = new Counters();
    }

    Task(SavedTask saved, Order order, Clock clock) {
        boolean ended = saved.status().ended();
        this.id = saved.id();
        this.owner = saved.owner();
        this.order = order;
        this.clock = clock;
        this.requested = saved.requested();
        this.label = saved.label();
        this.deadline = saved.deadline();
        this.counters = ended ? saved.counters() : new Counters();
        this.events.addAll(saved.events());
        if (ended) {
            this.status = saved.status();
            this.fatal = saved.fatal();
            this.started = saved.started();
            this.completed = saved.completed();
            this.successes.addAll(saved.successes());
            this.skipped.addAll(saved.skipped());
        }
    }

    synchronized SavedTask saved() {
        return new SavedTask(id, owner, order instanceof Order.Transfer t ? t.document() : null,
                order instanceof Order.Delete d ? d.document() : null, status, label, requested, deadline, started,
                completed, fatal, counters.copy(), List.copyOf(events), List.copyOf(successes), List.copyOf(skipped));
    }

    public String id() {
        return id;
    }

    public Caller owner() {
        return owner;
    }

    public Order order() {
        return order;
    }

    public Instant requested() {
        return requested;
    }

    public synchronized Status status() {
        return status;
    }

    public synchronized Instant deadline() {
        return deadline;
    }

    synchronized boolean running() {
        return running;
    }

    /** Waiting for one of the identity's slots. */
    synchronized boolean queued() {
        return started == null && !status.ended();
    }

    // ---- told by what runs it ----

    synchronized void start() {
        started = clock.instant();
        progressed = started;
        running = true;
        nice = NiceStatus.OK;
        event(EventCode.STARTED, "{\"concurrency\": 2, \"protocol\": \"Mode S\", \"type\": \"GridFTP Transfer\"}");
    }

    /** Its thread is gone, whatever became of it. */
    synchronized void stopped() {
        running = false;
    }

    public synchronized void event(EventCode code, String details) {
        events.add(new Event(code, details, clock.instant()));
    }

    /** An error that is tried again. */
    public synchronized void fault(EventCode code, String details) {
        counters.faults++;
        counters.retrying = 1;
        nice = NiceStatus.of(code, details);
        event(code, details);
    }

    /** A step went well, so what was wrong no longer is. */
    public synchronized void recovered() {
        counters.retrying = 0;
        nice = NiceStatus.OK;
    }

    public synchronized void count(Consumer<Counters> change) {
        if (status.ended()) {
            return;
        }
        change.accept(counters);
        if (Duration.between(progressed, clock.instant()).compareTo(PROGRESS) >= 0) {
            progressed = clock.instant();
            event(EventCode.PROGRESS, "{\"bytes_transferred\": " + counters.bytesTransferred + "}");
        }
    }

    public synchronized void succeeded(SuccessfulTransfer file) {
        successes.add(file);
    }

    public synchronized void skipped(SkippedError error) {
        counters.skippedErrors++;
        skipped.add(error);
    }

    /** Everything is done. */
    public synchronized void succeed() {
        if (!status.ended()) {
            if (!skipped.isEmpty()) {
                event(EventCode.SKIPPED_ERRORS, skipped.size() + " errors were skipped");
            }
            event(EventCode.SUCCEEDED, "{\"files_succeeded\": " + counters.filesTransferred + "}");
            end(Status.SUCCEEDED, null);
        }
    }

    public synchronized void fail(EventCode code, String details) {
        if (!status.ended()) {
            event(code, details);
            counters.failed = counters.rest();
            end(Status.FAILED, new FatalError(code.name(), code.description()));
        }
    }

    // ---- told from outside ----

    synchronized boolean cancel() {
        if (status.ended()) {
            return false;
        }
        event(EventCode.CANCELED, "The task was canceled by its owner");
        counters.canceled = counters.rest();
        end(Status.FAILED, new FatalError("CANCELED", "canceled"));
        return true;
    }

    synchronized void expireIfDue() {
        if (!status.ended() && !clock.instant().isBefore(deadline)) {
            event(EventCode.EXPIRED, "The task's deadline has passed");
            counters.expired = counters.rest();
            end(Status.FAILED, new FatalError("EXPIRED", "expired"));
        }
    }

    synchronized void pause(boolean now) {
        if (paused != now && !status.ended()) {
            paused = now;
            event(now ? EventCode.PAUSED : EventCode.UNPAUSED, now ? "Paused by a rule of the collection" : "");
            notifyAll();
        }
    }

    /** Credentials that have expired stop a task until they are renewed. */
    synchronized void activate(boolean active) {
        if (!status.ended() && active == (status == Status.INACTIVE)) {
            status = active ? Status.ACTIVE : Status.INACTIVE;
            nice = active ? (started == null ? NiceStatus.QUEUED : NiceStatus.OK)
                    : NiceStatus.of(EventCode.AUTH, "Credentials have expired");
            notifyAll();
        }
    }

    synchronized void change(String newLabel, Instant newDeadline) {
        label = newLabel == null ? label : newLabel;
        deadline = newDeadline == null ? deadline : newDeadline;
    }

    private void end(Status how, FatalError why) {
        status = how;
        fatal = why;
        counters.retrying = 0;
        completed = clock.instant();
        notifyAll();
    }

    // ---- asked by what runs it ----

    /** Waits while the task is paused or inactive. @throws Ended where there is nothing left to do */
    public synchronized void checkpoint() throws Ended {
        while (!status.ended() && (paused || status == Status.INACTIVE)) {
            await(1000);
        }
        if (status.ended() || Thread.currentThread().isInterrupted()) {
            throw new Ended();
        }
    }

    /** @throws Ended as soon as the task ends */
    public synchronized void rest(Duration time) throws Ended {
        long end = System.nanoTime() + time.toNanos();
        while (!status.ended() && end - System.nanoTime() > 0) {
            await(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
        checkpoint();
    }

    private void await(long millis) throws Ended {
        try {
            wait(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Ended();
        }
    }

    // ---- shown ----

    synchronized ObjectNode document(Function<String, String> displayName) {
        return new TaskView(this, status, nice, Optional.ofNullable(fatal), label, deadline, started, completed, paused,
                counters, clock.instant()).document(displayName);
    }

    synchronized String label() {
        return label;
    }

    synchronized Instant completed() {
        return completed;
    }

    public synchronized List<Event> events() {
        return List.copyOf(events);
    }

    synchronized List<SuccessfulTransfer> successes() {
        return List.copyOf(successes);
    }

    synchronized List<SkippedError> skippedErrors() {
        return List.copyOf(skipped);
    }
}
