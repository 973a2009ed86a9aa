package org.diamondhpc.site.scheduler;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.site.testing.TestingSshSite;

/** A site over SSH whose scheduler's commands replay recorded outputs by the state a job is in, see {@code replay.py}. */
public final class ReplayedSite implements AutoCloseable {
    private final TestingSshSite site;
    private final SshSiteSessions sessions;
    private final Path state;

    private ReplayedSite(TestingSshSite site, Path state) {
        this.site = site;
        this.state = state;
        this.sessions = new SshSiteSessions(site.profiles());
    }

    /** @param commands that the scheduler's client consists of */
    public static ReplayedSite start(String scheduler, List<String> commands) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "skipped: replaying needs /usr/bin/python3");
        TestingSshSite site = TestingSshSite.start("replayed");
        try {
            Path state = Files.createDirectories(site.home().resolve("replay"));
            Path bin = Files.createDirectories(state.resolve("bin"));
            Path samples = Path.of(ReplayedSite.class.getResource("/hpc").toURI());
            Path program = Files.copy(samples.resolveSibling("replay/replay.py"), bin.resolve("replay.py"));
            if (!program.toFile().setExecutable(true)) {
                throw new IOException("cannot make it executable: " + program);
            }
            for (String command : commands) {
                Files.createSymbolicLink(bin.resolve(command), program.getFileName());
            }
            site.scheduler(scheduler).prologue("PATH=%s:$PATH REPLAY=%s SAMPLES=%s; export PATH REPLAY SAMPLES"
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
