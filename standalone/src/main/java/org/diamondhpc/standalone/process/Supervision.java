package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps a set of processes alive until it is stopped. Thread-safe. */
public final class Supervision {
    /** The name under which the supervisor notes itself. */
    public static final String SUPERVISOR = "supervisor";

    private static final Logger LOG = Logger.getLogger(Supervision.class.getName());

    private final Places places;
    private final Map<String, SupervisedChild> children = new LinkedHashMap<>();
    private final List<Thread> threads = new ArrayList<>();

    /** @param changed called after every change of a child's state, from that child's thread */
    public Supervision(List<ChildSpec> specs, Places places, Clock clock, Runnable changed) {
        this.places = places;
        for (ChildSpec spec : specs) {
            boolean needed = specs.stream().anyMatch(other -> other.after().contains(spec.name()));
            children.put(spec.name(), new SupervisedChild(spec, needed ? 1 : 0, places, clock, this::ready, changed));
        }
    }

    /** Adopts what still runs as wanted, ends what is no longer wanted, starts the rest. */
    public void start() throws IOException, InterruptedException {
        List<ProcessRecord> unwanted = ProcessRecord.living(places.run()).stream()
                .filter(record -> !children.containsKey(record.name()) && !record.name().equals(SUPERVISOR)).toList();
        new OrderedStop(places.run(), places.grace()).end(unwanted);
        children.forEach((name, child) -> threads.add(Thread.ofVirtual().name(name).start(child)));
        threads.add(Thread.ofVirtual().name("logs").start(this::turnLogs));
    }

    public List<ChildStatus> status() {
        return children.values().stream().map(SupervisedChild::status).toList();
    }

    /** Stops watching and ends all children in order. */
    public void stop() throws IOException, InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join();
        }
        new OrderedStop(places.run(), places.grace()).all(SUPERVISOR);
    }

    private boolean ready(String name) {
        return children.get(name).status().state() instanceof ChildState.Ready;
    }

    private void turnLogs() {
        try {
            while (true) {
                Thread.sleep(5_000);
                for (SupervisedChild child : children.values()) {
                    child.log().rotateIfFull();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException broken) {
            LOG.log(Level.WARNING, "logs are no longer turned over", broken);
        }
    }
}
