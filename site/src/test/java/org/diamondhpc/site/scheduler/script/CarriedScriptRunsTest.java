package org.diamondhpc.site.scheduler.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.site.scheduler.Dialects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every carried script runs where there is no scheduler at all: with what Diamond sets and nothing else. Programs of its
 * site are those beside the scripts; a script for several nodes, which cannot be without a scheduler, finds a host file as
 * Grid Engine's and an MPI.
 */
class CarriedScriptRunsTest {
    @TempDir
    Path work;

    @ParameterizedTest
    @MethodSource("org.diamondhpc.site.scheduler.script.ScriptCase#all")
    void itPrintsWhatItPrintsAtHome(ScriptCase given) throws Exception {
        TaskSpec spec = Dialects.standard().scripts().read(given.script(), List.of(), EnumSet.allOf(KeptName.class)).spec();

        assertThat(run(spec)).isEqualTo(given.prints() + "\n");
    }

    private String run(TaskSpec spec) throws IOException, InterruptedException {
        Path script = Files.writeString(work.resolve("script"), spec.script());
        script.toFile().setExecutable(true);
        Path out = work.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(script.toString()).directory(work.toFile())
                .redirectErrorStream(true).redirectOutput(out.toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(Map.of("PATH", path(spec.resources().nodes()), "HOME", work.toString(), "DIAMOND_ATTEMPT_DIR",
                work.toString()));
        environment.putAll(spec.environment());
        if (spec.resources().nodes() > 1) {
            environment.put("PE_HOSTFILE", hostFile(spec.resources()).toString());
        }
        if (spec.array() != null) {
            environment.put("DIAMOND_ARRAY_INDEX", spec.array().expanded().get(0).toString());
        }
        Process process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    /** Also where a login shell looks for it. */
    private String path(int nodes) throws IOException {
        Path beside = Path.of("src/test/resources/org/diamondhpc/site/scheduler/script").toAbsolutePath();
        String path = beside.resolve("programs") + (nodes > 1 ? ":" + beside.resolve("launchers") : "") + ":/usr/bin:/bin";
        Files.writeString(work.resolve(".profile"), "PATH=" + path + "\n");
        return path;
    }

    private Path hostFile(Resources r) throws IOException, InterruptedException {
        Process hostname = new ProcessBuilder("hostname").start();
        String here = new String(hostname.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        String hosts = IntStream.range(0, r.nodes()).mapToObj(i -> "%s %d all.q UNDEFINED%n".formatted(
                i == 0 ? here : "other" + i, r.coresPerNode())).collect(Collectors.joining());
        return Files.writeString(work.resolve("hosts"), hosts);
    }
}
