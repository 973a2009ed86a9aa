package org.diamondhpc.bench.report;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Looks at the machine's load as long as a benchmark runs. */
public final class LoadWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final List<Double> loads = new CopyOnWriteArrayList<>();
    private final Thread thread;

    public LoadWatch() {
        loads.add(load());
        thread = Thread.ofVirtual().name("load-watch").start(this::look);
    }

    public Noise noise(int repetitions) {
        return new Noise(Runtime.getRuntime().availableProcessors(), loads.getFirst(), Samples.of(loads).median(),
                Samples.of(loads).most(), repetitions);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void look() {
        try {
            while (true) {
                Thread.sleep(EVERY);
                loads.add(load());
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
