package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The official JavaScript SDK against the simulator; the tests are in {@code src/test/javascript}. */
class JavaScriptSdkTest extends Ends {
    private static final Path SOURCES = Path.of("src/test/javascript");
    private static final Path WORK = Path.of("target/javascript").toAbsolutePath();

    @Test
    void worksAsAgainstGlobus() throws Exception {
        needs("node");
        needs("npm");
        install();

        simulator.faults().revokeConsent(alpha.id());
        Finished run = run(List.of("node", "--test", "sdk.test.js"), Map.of(
                "GLOBUS_SDK_SERVICE_URL_AUTH", simulator.authUrl().toString(),
                "GLOBUS_SDK_SERVICE_URL_TRANSFER", simulator.transferUrl().toString(),
                "CLIENT_ID", simulator.client().id(), "CLIENT_SECRET", simulator.client().secret(),
                "ALPHA", alpha.id(), "ALPHA_ROOT", alphaRoot.toString(), "BETA", beta.id(),
                "BETA_ROOT", betaRoot.toString()));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("pass 7").contains("fail 0");
    }

    /** Once for each lock file: what is installed lies in target/. */
    private static void install() throws IOException, InterruptedException {
        Files.createDirectories(WORK);
        Path installed = WORK.resolve("installed-lock.json");
        for (String name : List.of("package.json", "package-lock.json", "sdk.test.js")) {
            Files.copy(SOURCES.resolve(name), WORK.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        if (Files.exists(installed) && Files.mismatch(installed, WORK.resolve("package-lock.json")) == -1) {
            return;
        }
        Finished npm = run(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"), Map.of());
        assertThat(npm.code()).as(npm.output()).isZero();
        Files.copy(WORK.resolve("package-lock.json"), installed, StandardCopyOption.REPLACE_EXISTING);
    }

    private record Finished(int code, String output) { }

    private static Finished run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(WORK, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(WORK.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
            return new Finished(process.exitValue(), Files.readString(output));
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(output);
        }
    }

    private static void needs(String program) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(program, "--version").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            if (process.waitFor() == 0) {
                return;
            }
        } catch (IOException e) {
            // not there
        }
        String reason = "the official JavaScript SDK did not run: there is no working " + program + " on this machine";
        System.out.println(reason);
        Assumptions.abort(reason);
    }
}
