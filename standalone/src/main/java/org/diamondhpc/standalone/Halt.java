package org.diamondhpc.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.diamondhpc.standalone.process.OrderedStop;
import org.diamondhpc.standalone.process.ProcessRecord;
import org.diamondhpc.standalone.process.Supervision;

/** Brings an instance down from outside its supervisor; needs no valid configuration. */
record Halt(Home home, Consumer<String> say) {
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(12);

    /** Ends everything, also what a killed supervisor left; verified. */
    void run() throws IOException, InterruptedException, Refusal {
        Optional<ProcessRecord> supervisor = InstanceStatus.supervisor(home);
        if (supervisor.isEmpty() && ProcessRecord.living(home.run()).isEmpty()) {
            say.accept("nothing runs in " + home.root());
            return;
        }
        long begin = System.nanoTime();
        if (supervisor.isPresent()) {
            ProcessHandle.of(supervisor.get().mark().pid()).ifPresent(ProcessHandle::destroy);
            while (supervisor.get().mark().alive() && System.nanoTime() - begin < STOP_PATIENCE.toNanos()) {
                Thread.sleep(20);
            }
            if (supervisor.get().mark().alive()) {
                ProcessHandle.of(supervisor.get().mark().pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
        List<ProcessRecord> left = new OrderedStop(home.run(), Supervisor.GRACE).all(Supervision.SUPERVISOR);
        if (!left.isEmpty()) {
            throw new Refusal(Refusal.FAILED, "these would not end: "
                    + String.join(", ", left.stream().map(record -> record.name() + " " + record.mark().pid()).toList()));
        }
        Files.deleteIfExists(home.status());
        say.accept("stopped in %.1f s".formatted((System.nanoTime() - begin) / 1e9));
    }
}
