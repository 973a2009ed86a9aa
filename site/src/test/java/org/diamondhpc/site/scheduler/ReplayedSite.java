package org.diamondhpc.site.scheduler;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.site.testing.TestingSshSite;

/**
 * A site over SSH whose scheduler's commands replay recorded outputs by the state a job is in, see {@code replay.py} and
 * {@code state.py}.
 */
public final class ReplayedSite implements AutoCloseable {
    /** What a scheduler's client consists of. */
    private static final Map<String, List<String>> COMMANDS = Map.of("flux", List.of("flux"),
            "slurm", List.of("sbatch", "squeue", "sacct", "scontrol", "scancel", "sacctmgr", "sshare"),
            "pbs", List.of("qsub", "qselect", "qstat", "pbsnodes", "qdel", "qhold", "qrls"),
            "lsf", List.of("bsub", "bjobs", "bkill", "bstop", "bresume", "lsid", "bparams", "lshosts", "bhosts", "bqueues"));
    private static final List<String> PROGRAM = List.of("replay.py", "state.py", "pbs.py", "flux.py", "lsf.py", "slurm.py");

    private final TestingSshSite site;
    private final SshSiteSessions sessions;
    private final Path state;

    private ReplayedSite(TestingSshSite site, Path state) {
        this.site = site;
        this.state = state;
        this.sessions = new SshSiteSessions(site.profiles());
    }

    /** A site of this family of schedulers. */
    public static ReplayedSite start(String family) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "skipped: replaying needs /usr/bin/python3");
        TestingSshSite site = TestingSshSite.start("replayed");
        try {
            Path state = Files.createDirectories(site.home().resolve("replay"));
            Path bin = Files.createDirectories(state.resolve("bin"));
            Path samples = Path.of(ReplayedSite.class.getResource("/hpc").toURI());
            for (String part : PROGRAM) {
                Files.copy(samples.resolveSibling("replay").resolve(part), bin.resolve(part));
            }
            Path program = bin.resolve(PROGRAM.getFirst());
            if (!program.toFile().setExecutable(true)) {
                throw new IOException("cannot make it executable: " + program);
            }
            for (String command : COMMANDS.get(family)) {
                Files.createSymbolicLink(bin.resolve(command), program.getFileName());
            }
            site.scheduler("{family: " + family + "}").prologue("PATH=%s:$PATH REPLAY=%s SAMPLES=%s; export PATH REPLAY SAMPLES"
                    .formatted(bin, state, samples));
            return new ReplayedSite(site, state);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public SiteSession session() {
        return sessions.of(site.account());
    }

    public SiteProfile profile() {
        return site.profiles().get(site.id());
    }

    /**
     * What one command says from now on.
     *
     * @param how {@code instead} of its answer, or another way of {@code replay.py}'s {@code met}
     * @param hidden ids of jobs that the answer leaves out
     */
    public void says(RecordedMessage message, String how, String... hidden) throws IOException {
        Path written = Files.writeString(state.resolve("said.new"), DiamondJson.json().writeValueAsString(Map.of(
                "command", message.command(), "rc", message.status(), "words", message.words(), "how", how,
                "hidden", hidden)));
        Files.move(written, state.resolve("said.json"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Every command answers again. */
    public void wellAgain() throws IOException {
        Files.deleteIfExists(state.resolve("said.json"));
    }

    /** The server lost this job as it crashed. */
    public void forget(String jobId) throws IOException {
        Files.writeString(state.resolve("forgotten"), jobId + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** How many jobs of this attempt the scheduler took. */
    public long accepted(AttemptLayout attempt) throws IOException {
        return told("accepted", attempt);
    }

    /** How many jobs of this attempt the scheduler started. */
    public long begun(AttemptLayout attempt) throws IOException {
        return told("begun", attempt);
    }

    private long told(String what, AttemptLayout attempt) throws IOException {
        Path file = state.resolve(what);
        return Files.exists(file) ? Files.readAllLines(file).stream().filter(l -> l.endsWith(" " + attempt.directory())
                || l.endsWith(" " + attempt.work())).count() : 0;
    }

    /** Switches a fault of the commands on or off. */
    public void fault(String name, boolean on) throws IOException {
        if (on) {
            Files.writeString(state.resolve(name), "");
        } else {
            Files.deleteIfExists(state.resolve(name));
        }
    }

    @Override
    public void close() {
        sessions.close();
        // Runners of jobs that were told to end still write their last words.
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            site.close();
            return true;
        });
    }
}
