package org.diamondhpc.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small shell processes under supervision. */
class SupervisionTest {
    private static final String FOR_EVER = "trap 'echo \"$0 ends\" >> ends; exit 0' TERM; while :; do sleep 0.05; done";

    @TempDir
    private Path folder;
    private Places places;
    private Supervision supervision;

    @BeforeEach
    void places() {
        places = new Places(folder, folder, 1_000, Duration.ofSeconds(2));
    }

    @AfterEach
    void stop() throws Exception {
        supervision.stop();
        assertThat(ProcessRecord.living(folder)).isEmpty();
        // Where two supervisors had one folder, a child may be known to neither.
        ProcessHandle.allProcesses().filter(this::ofThisTest).forEach(ProcessHandle::destroyForcibly);
    }

    private boolean ofThisTest(ProcessHandle process) {
        return process.info().arguments().stream().flatMap(Stream::of).anyMatch(folder.toString()::equals);
    }

    @Test
    void aKilledChildIsStartedAgain() throws Exception {
        supervise(child("only", FOR_EVER, Set.of()));
        long first = pid("only");

        ProcessHandle.of(first).orElseThrow().destroyForcibly();

        await().untilAsserted(() -> assertThat(pid("only")).isNotEqualTo(first).isPositive());
        assertThat(status("only").restarts()).isEqualTo(1);
    }

    @Test
    void aChildThatKeepsDyingIsTriedLessAndLessOften() throws Exception {
        supervision = new Supervision(List.of(child("broken", "echo no >> tries; exit 7", Set.of())), places,
                Clock.systemUTC(), () -> { });

        supervision.start();

        await().until(() -> status("broken").failures() >= 3);
        assertThat(status("broken").state()).isInstanceOfSatisfying(ChildState.BackingOff.class,
                state -> assertThat(state.exit()).isEqualTo(7));
        assertThat(Files.readAllLines(folder.resolve("tries"))).hasSize(3);
    }

    @Test
    void aChildWaitsForWhatItNeedsAndEndsBeforeIt() throws Exception {
        supervise(child("service", FOR_EVER, Set.of("database")), child("database", FOR_EVER, Set.of()));

        supervision.stop();

        assertThat(Files.readAllLines(folder.resolve("ends"))).containsExactly("service ends", "database ends");
    }

    @Test
    void aChildWithOtherSettingsIsNotAdopted() throws Exception {
        supervise(child("only", FOR_EVER, Set.of()));
        long first = pid("only");
        Supervision next = new Supervision(List.of(child("only", FOR_EVER + " # changed", Set.of())),
                places, Clock.systemUTC(), () -> { });

        next.start();

        await().untilAsserted(() -> assertThat(ProcessRecord.read(folder, "only").orElseThrow().mark().alive()).isTrue());
        await().until(() -> ProcessMark.of(first).isEmpty());
        next.stop();
    }

    @Test
    void aChildThatIgnoresTheRequestToEndIsKilled() throws Exception {
        places = new Places(folder, folder, 1_000, Duration.ofMillis(300));
        supervise(child("stubborn", "trap '' TERM; while :; do sleep 0.05; done", Set.of()));
        long pid = pid("stubborn");

        supervision.stop();

        assertThat(ProcessMark.of(pid)).isEmpty();
    }

    private void supervise(ChildSpec... specs) throws Exception {
        supervision = new Supervision(List.of(specs), places, Clock.systemUTC(), () -> { });
        supervision.start();
        await().until(() -> supervision.status().stream().allMatch(child -> child.state() instanceof ChildState.Ready));
    }

    private ChildSpec child(String name, String script, Set<String> after) {
        return new ChildSpec(name, List.of("/bin/sh", "-c", script, name, folder.toString()), Map.of(), folder, 0, after, StopSignal.TERM, "1",
                () -> { }, () -> true);
    }

    private ChildStatus status(String name) {
        return supervision.status().stream().filter(child -> child.name().equals(name)).findFirst().orElseThrow();
    }

    private long pid(String name) {
        return status(name).state() instanceof ChildState.Ready(ProcessMark mark, var since) ? mark.pid() : -1;
    }
}
