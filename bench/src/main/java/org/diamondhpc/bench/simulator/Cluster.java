package org.diamondhpc.bench.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** One machine of equal processors that replays jobs. A copy goes its own way from the same state. */
public final class Cluster {
    private final List<Job> arrivals;
    private final int processors;
    private final Scheduler scheduler;
    private final Order order;
    private final List<Running> running;
    private final PriorityQueue<Running> ends;
    private List<Job> waiting;
    private Listener listener = Listener.NONE;
    private List<Job> started = List.of();
    private int next;
    private int free;
    private long now;
    private boolean endedEarly;

    /** @param arrivals in order of submission; those wider than the machine are not taken */
    public Cluster(List<Job> arrivals, int processors, Rules rules) {
        this.arrivals = arrivals.stream().filter(j -> j.width() <= processors).toList();
        this.processors = processors;
        this.scheduler = rules.scheduler();
        this.order = rules.order();
        this.running = new ArrayList<>();
        this.ends = new PriorityQueue<>(Comparator.comparingLong(Running::end).thenComparingInt(r -> r.job().id()));
        this.waiting = new ArrayList<>();
        this.free = processors;
        this.now = Long.MIN_VALUE;
    }

    private Cluster(Cluster other) {
        arrivals = other.arrivals;
        processors = other.processors;
        scheduler = other.scheduler.copy();
        order = other.order.copy();
        running = new ArrayList<>(other.running);
        ends = new PriorityQueue<>(other.ends);
        waiting = new ArrayList<>(other.waiting);
        next = other.next;
        free = other.free;
        now = other.now;
        endedEarly = other.endedEarly;
    }

    /** The same state without its listener. */
    public Cluster copy() {
        return new Cluster(this);
    }

    public Cluster heardBy(Listener hearing) {
        listener = hearing;
        return this;
    }

    /** Lets all happen that happens up to {@code time}, that second included. */
    public void advance(long time) {
        while (nextEvent() <= time) {
            step(nextEvent());
        }
        now = Math.max(now, time);
    }

    /** A job that is not in the trace is submitted now. */
    public void submit(Job job) {
        waiting.add(job);
        pass();
    }

    /** A waiting job is cancelled now. */
    public void cancel(Job job) {
        if (waiting.remove(job)) {
            pass();
        }
    }

    /** A job that is not in the trace, submitted now. @return when it starts; the cluster has gone on to then */
    public long startOf(Job job) {
        if (job.width() > processors) {
            return Scheduler.NEVER;
        }
        long[] start = {Scheduler.NEVER};
        Listener before = listener;
        listener = new Listener() {
            @Override
            public void started(Job some, long at) {
                start[0] = some == job ? at : start[0];
            }
        };
        submit(job);
        while (start[0] == Scheduler.NEVER && nextEvent() != Scheduler.NEVER) {
            step(nextEvent());
        }
        listener = before;
        return start[0];
    }

    private void step(long time) {
        now = time;
        while (!ends.isEmpty() && ends.peek().end() == now) {
            end(ends.poll());
        }
        while (next < arrivals.size() && arrivals.get(next).submit() == now) {
            waiting.add(arrivals.get(next++));
        }
        pass();
    }

    private void pass() {
        started = new ArrayList<>();
        scheduler.pass(this, List.copyOf(order.of(waiting, this)));
        endedEarly = false;
        if (!started.isEmpty()) {
            waiting.removeAll(started);
        }
    }

    private void end(Running over) {
        running.remove(over);
        free += over.job().width();
        endedEarly |= over.limitEnd() > now;
        order.ended(over, now);
        listener.ended(over.job(), over.start(), now);
    }

    private long nextEvent() {
        long event = next < arrivals.size() ? arrivals.get(next).submit() : Scheduler.NEVER;
        event = ends.isEmpty() ? event : Math.min(event, ends.peek().end());
        return Math.min(event, Math.max(now, scheduler.wake()));
    }

    void start(Job job) {
        Running begun = new Running(job, now);
        int low = 0;
        int high = running.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (running.get(middle).limitEnd() <= begun.limitEnd()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        running.add(low, begun);
        ends.add(begun);
        free -= job.width();
        started.add(job);
        listener.started(job, now);
    }

    public long now() {
        return now;
    }

    public int processors() {
        return processors;
    }

    public int free() {
        return free;
    }

    /** By the end of their limits. */
    public List<Running> running() {
        return running;
    }

    /** In order of priority. */
    public List<Job> queue() {
        return order.of(waiting, this);
    }

    public long priority(Job job) {
        return order.priority(job, this);
    }

    boolean endedEarly() {
        return endedEarly;
    }
}
