package org.diamondhpc.standalone;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.diamondhpc.standalone.process.Places;
import org.diamondhpc.standalone.process.ProcessMark;
import org.diamondhpc.standalone.process.ProcessRecord;
import org.diamondhpc.standalone.process.StopSignal;
import org.diamondhpc.standalone.process.Supervision;

/** The process that keeps an instance alive until it is asked to end (SIGTERM), and then ends everything in order. */
final class Supervisor {
    /** How long a process may take to end when asked; two waves of this stay within the ten seconds of {@code down}. */
    static final Duration GRACE = Duration.ofMillis(3_500);

    private static final Logger LOG = Logger.getLogger(Supervisor.class.getName());

    private final Home home;
    private final Plan plan;
    private final AtomicReference<Supervision> supervision = new AtomicReference<>();

    Supervisor(Home home, Plan plan) {
        this.home = home;
        this.plan = plan;
    }

    /** Returns only when it could not start or when this process ends. */
    void run() throws IOException, InterruptedException, Refusal {
        try (FileChannel channel = FileChannel.open(home.run().resolve("lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new Refusal(Refusal.FAILED, "another supervisor runs in " + home.root());
            }
            ProcessMark self = ProcessMark.of(ProcessHandle.current().pid()).orElseThrow();
            ProcessRecord record = new ProcessRecord(Supervision.SUPERVISOR, self, 0, "-", StopSignal.TERM, 0);
            record.write(home.run());
            String url = plan.url();
            Places places = new Places(home.run(), home.logs(), plan.settings().logLimit(), GRACE);
            supervision.set(new Supervision(plan.specs(), places, Clock.systemUTC(), () -> publish(url)));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(record), "stop"));
            publish(url);
            supervision.get().start();
            new CountDownLatch(1).await();
        }
    }

    private synchronized void publish(String url) {
        try {
            InstanceStatus.of(url, supervision.get().status()).write(home);
        } catch (IOException full) {
            LOG.log(Level.WARNING, "the status file could not be written", full);
        }
    }

    private void stop(ProcessRecord record) {
        try {
            supervision.get().stop();
            record.remove(home.run());
        } catch (IOException broken) {
            LOG.log(Level.WARNING, "the stop was not complete; `diamond down` ends the rest", broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
