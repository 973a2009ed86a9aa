package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.gateway.skill.SkillCatalogue;
import org.junit.jupiter.api.Test;

/** The official MCP clients and conformance checks from npm, where Node is there. */
@QuarkusTest
class McpClientsTest extends GatewayTest {
    private static final Path SOURCE = Path.of("src/test/mcp");
    private static final Path FOLDER = Path.of("target/mcp").toAbsolutePath();
    private static final int LEAST_NODE = 20;
    /** The checks of the stateless revision use what Node has since then. */
    private static final int LEAST_NODE_FOR_CHECKS = 22;

    private record Run(int exit, String text) {
    }

    @Test
    void officialClientsOfBothKindsAgree() throws Exception {
        requireNode(LEAST_NODE);

        Run run = run("node", "clients.mjs", mcp(), "alice-token");

        assertThat(run.exit()).as(run.text()).isZero();
        assertThat(run.text()).contains("clients agree on " + new SkillCatalogue().all().size() + " tools");
    }

    @Test
    void officialChecksPassWithSessions() throws Exception {
        requireNode(LEAST_NODE_FOR_CHECKS);

        Run run = run("node", "conformance.mjs", mcp(), "alice-token", "2025-11-25", "server-initialize", "ping",
                "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection");

        assertThat(run.exit()).as(run.text()).isZero();
    }

    @Test
    void officialChecksPassWithoutSessions() throws Exception {
        requireNode(LEAST_NODE_FOR_CHECKS);

        Run run = run("node", "conformance.mjs", mcp(), "alice-token", "2026-07-28", "tools-list", "resources-list",
                "prompts-list", "sep-2164-resource-not-found", "caching", "http-header-validation",
                "dns-rebinding-protection");

        assertThat(run.exit()).as(run.text()).isZero();
    }

    private String mcp() {
        return uri.toString().replaceAll("/$", "") + "/mcp";
    }

    /** Installs what the lock file names, once; skips the test where that cannot be had. */
    private static void requireNode(int least) throws Exception {
        Run version = attempt("node", "--version");
        assumeTrue(version.exit() == 0, "Node is not installed");
        int major = Integer.parseInt(version.text().strip().replaceFirst("^v(\\d+)\\..*", "$1"));
        assumeTrue(major >= least, "Node " + least + " or newer is needed, here is " + version.text().strip());
        Files.createDirectories(FOLDER);
        Path lock = FOLDER.resolve("package-lock.json");
        boolean fresh = Files.exists(lock) && Files.mismatch(lock, SOURCE.resolve("package-lock.json")) < 0
                && Files.exists(FOLDER.resolve("node_modules"));
        try (var files = Files.list(SOURCE)) {
            for (Path file : files.toList()) {
                Files.copy(file, FOLDER.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (!fresh) {
            Run installed = attempt("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
            assumeTrue(installed.exit() == 0, "npm cannot install the clients: " + installed.text());
        }
    }

    private static Run attempt(String... command) throws Exception {
        try {
            Files.createDirectories(FOLDER);
            return run(command);
        } catch (IOException e) {
            return new Run(-1, e.getMessage());
        }
    }

    private static Run run(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(command));
        Path output = Files.createTempFile(FOLDER, "run", ".log");
        Process process = new ProcessBuilder(all).directory(FOLDER.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        int exit = process.waitFor();
        String text = Files.readString(output);
        Files.delete(output);
        return new Run(exit, text);
    }
}
