package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The life of one child: adopt or start it, watch it, start it again when it dies. Runs in a thread of its own. */
final class SupervisedChild implements Runnable {
    private static final Logger LOG = Logger.getLogger(SupervisedChild.class.getName());
    private static final Duration WHILE_STARTING = Duration.ofMillis(150);
    private static final Duration WHILE_READY = Duration.ofSeconds(2);

    private final ChildSpec spec;
    private final int wave;
    private final Places places;
    private final Clock clock;
    private final Predicate<String> ready;
    private final Runnable changed;
    private volatile ChildState state = new ChildState.Waiting();
    private volatile int restarts = -1;
    private volatile BackOff backOff = BackOff.NONE;

    SupervisedChild(ChildSpec spec, int wave, Places places, Clock clock, Predicate<String> ready, Runnable changed) {
        this.spec = spec;
        this.wave = wave;
        this.places = places;
        this.clock = clock;
        this.ready = ready;
        this.changed = changed;
    }

    ChildStatus status() {
        return new ChildStatus(spec.name(), spec.port(), state, Math.max(0, restarts), backOff.failures());
    }

    LogFile log() {
        return new LogFile(places.logs().resolve(spec.name() + ".log"), places.logLimit());
    }

    @Override
    public void run() {
        try {
            Optional<RunningProcess> running = adopt();
            while (true) {
                oneLife(running);
                running = Optional.empty();
            }
        } catch (InterruptedException stopped) {
            move(new ChildState.Stopped());
        }
    }

    private void oneLife(Optional<RunningProcess> adopted) throws InterruptedException {
        Duration ready = Duration.ZERO;
        int exit = RunningProcess.UNKNOWN_EXIT;
        try {
            RunningProcess process = adopted.isPresent() ? adopted.get() : launch();
            ready = watch(process);
            exit = process.exit();
        } catch (IOException notStarted) {
            LOG.log(Level.SEVERE, "could not start " + spec.name(), notStarted);
        }
        backOff = backOff.afterDeath(ready);
        LOG.warning(() -> "child died name=" + spec.name() + " failures=" + backOff.failures() + " wait=" + backOff.delay());
        move(new ChildState.BackingOff(exit, clock.instant().plus(backOff.delay())));
        Thread.sleep(backOff.delay());
    }

    private Optional<RunningProcess> adopt() throws InterruptedException {
        Optional<ProcessRecord> found = ProcessRecord.read(places.run(), spec.name()).filter(record -> record.mark().alive());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (found.get().fingerprint().equals(spec.fingerprint())) {
            LOG.info(() -> "child adopted name=" + spec.name() + " pid=" + found.get().mark().pid());
            return Optional.of(new RunningProcess.Adopted(found.get().mark()));
        }
        try {
            new OrderedStop(places.run(), places.grace()).end(List.of(found.get()));
        } catch (IOException kept) {
            LOG.log(Level.WARNING, "the old " + spec.name() + " could not be ended", kept);
        }
        return Optional.empty();
    }

    private RunningProcess launch() throws IOException, InterruptedException {
        if (!spec.after().stream().allMatch(ready)) {
            move(new ChildState.Waiting());
            while (!spec.after().stream().allMatch(ready)) {
                Thread.sleep(50);
            }
        }
        log().rotateIfFull();
        spec.before().run();
        RunningProcess process = RunningProcess.start(spec, log().path());
        new ProcessRecord(spec.name(), process.mark(), spec.port(), spec.fingerprint(), spec.stop(), wave).write(places.run());
        restarts++;
        return process;
    }

    /** Until it has ended; returns for how long it had been ready. */
    private Duration watch(RunningProcess process) throws InterruptedException {
        Instant started = clock.instant();
        Instant firstReady = null;
        move(new ChildState.Starting(process.mark(), started));
        boolean passes = false;
        while (!process.endedWithin(passes ? WHILE_READY : WHILE_STARTING)) {
            passes = passes();
            if (passes) {
                firstReady = firstReady == null ? clock.instant() : firstReady;
                move(new ChildState.Ready(process.mark(), started));
            } else if (firstReady != null) {
                move(new ChildState.Unready(process.mark(), started));
            }
        }
        return firstReady == null ? Duration.ZERO : Duration.between(firstReady, clock.instant());
    }

    private boolean passes() throws InterruptedException {
        try {
            return spec.probe().passes();
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception no) {
            return false;
        }
    }

    private void move(ChildState next) {
        if (!next.equals(state)) {
            state = next;
            changed.run();
        }
    }
}
