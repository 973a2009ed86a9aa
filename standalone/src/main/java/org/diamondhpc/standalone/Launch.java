package org.diamondhpc.standalone;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.diamondhpc.standalone.process.ChildSpec;
import org.diamondhpc.standalone.process.LogFile;
import org.diamondhpc.standalone.process.ProcessRecord;
import org.diamondhpc.standalone.process.Supervision;

/** Brings an instance up from outside its supervisor. */
record Launch(Home home, Plan plan, Consumer<String> say) {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int HOPELESS = 4;

    /** Returns when everything is ready. Does nothing more than wait where it runs already. */
    void up() throws IOException, InterruptedException, Refusal {
        home.create();
        try (FileChannel channel = FileChannel.open(home.run().resolve("up.lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
            channel.lock();
            upAlone(System.nanoTime());
        }
    }

    /** Two at the same time would each take the other's half-started instance for a failed one. */
    private void upAlone(long begin) throws IOException, InterruptedException, Refusal {
        Optional<Process> started = Optional.empty();
        if (InstanceStatus.supervisor(home).isPresent()) {
            say.accept("runs already in " + home.root());
        } else {
            plan.prepare();
            refuseTakenPorts();
            Files.deleteIfExists(home.status());
            started = Optional.of(spawn());
        }
        follow(started, begin);
        String when = started.isPresent() ? " after %.1f s".formatted((System.nanoTime() - begin) / 1e9) : "";
        say.accept("ready" + when + " at " + plan.url());
    }

    private void refuseTakenPorts() throws IOException, InterruptedException, Refusal {
        Set<String> ours = new HashSet<>(ProcessRecord.living(home.run()).stream().map(ProcessRecord::name).toList());
        for (ChildSpec spec : plan.specs()) {
            for (Port port : portsOf(spec.name())) {
                PortHolder holder = new PortHolder(plan.settings().port(port));
                if (!ours.contains(spec.name()) && !holder.free()) {
                    throw new Refusal(Refusal.IMPOSSIBLE, "port " + holder.port() + " (" + port.key() + ") is taken"
                            + holder.holder().map(who -> " by " + who).orElse("") + "; set " + port.key() + " or port.base in "
                            + home.config() + ", or DIAMOND_PORT_BASE in the environment, to free ones");
                }
            }
        }
    }

    private static List<Port> portsOf(String process) {
        return Stream.of(Port.values())
                .filter(port -> port.key().equals("port." + process) || port.key().startsWith("port." + process + "-")).toList();
    }

    private Process spawn() throws IOException {
        List<String> command = new ArrayList<>(List.of(onPath("setsid") ? "setsid" : "nohup"));
        command.addAll(plan.jvm().main(Standalone.class, "48m", List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-Ddiamond.home=" + home.root(), "-Ddiamond.checkout=" + plan.jvm().checkout()), "serve"));
        log().rotateIfFull();
        return new ProcessBuilder(command).directory(home.root().toFile()).redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().path().toFile())).start();
    }

    private static boolean onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private void follow(Optional<Process> started, long begin) throws IOException, InterruptedException, Refusal {
        Set<String> told = new HashSet<>();
        while (true) {
            InstanceStatus status = InstanceStatus.now(home);
            for (InstanceStatus.OneProcess process : status.processes()) {
                if (process.failures() >= HOPELESS) {
                    throw failed(process.name() + " died " + process.failures() + " times", process.name());
                }
                if (process.state().equals(InstanceStatus.READY) && told.add(process.name()) && started.isPresent()) {
                    say.accept("  %-10s %5.1f s  127.0.0.1:%d".formatted(process.name(),
                            (System.nanoTime() - begin) / 1e9, process.port()));
                }
            }
            if (status.state().equals(InstanceStatus.READY)) {
                return;
            }
            if (started.isPresent() && !started.get().isAlive()) {
                throw failed("the supervisor ended", Supervision.SUPERVISOR);
            }
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                String slow = status.processes().stream().filter(process -> !process.state().equals(InstanceStatus.READY))
                        .map(InstanceStatus.OneProcess::name).findFirst().orElse(Supervision.SUPERVISOR);
                throw failed(slow + " was not ready after " + PATIENCE.toSeconds() + " s", slow);
            }
            Thread.sleep(50);
        }
    }

    /** Stops what was begun: an instance that is half up serves nobody. */
    private Refusal failed(String what, String process) throws IOException, InterruptedException, Refusal {
        LogFile file = new LogFile(home.logs().resolve(process + ".log"), 0);
        String end = String.join("\n", file.tail(25));
        new Halt(home, say).run();
        return new Refusal(Refusal.FAILED, what + "; the end of " + file.path() + ":\n" + end);
    }

    private LogFile log() throws IOException {
        try {
            return new LogFile(home.logs().resolve(Supervision.SUPERVISOR + ".log"), plan.settings().logLimit());
        } catch (Refusal alreadyChecked) {
            throw new IllegalStateException(alreadyChecked);
        }
    }
}
