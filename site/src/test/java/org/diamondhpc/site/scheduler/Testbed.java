package org.diamondhpc.site.scheduler;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.ssh.SshSiteSessions;

/**
 * The real clusters of {@code testbed/}, where {@code DIAMOND_TESTBED} names the folder of their profiles; tests that
 * need them are skipped with that reason elsewhere.
 */
public final class Testbed implements AutoCloseable {
    private final Path folder;
    private final SiteProfiles profiles;
    private final SshSiteSessions sessions;

    private Testbed(Path folder) {
        this.folder = folder;
        this.profiles = SiteProfiles.load(folder);
        this.sessions = new SshSiteSessions(profiles);
    }

    public static Testbed orSkip() {
        String folder = System.getProperty("DIAMOND_TESTBED", System.getenv("DIAMOND_TESTBED"));
        assumeTrue(folder != null, "skipped: DIAMOND_TESTBED names no folder of profiles (testbed/testbed up)");
        return new Testbed(Path.of(folder));
    }

    public SiteProfile profile(String site) {
        return profiles.get(new SiteId(site));
    }

    public SiteSession session(String site) {
        return sessions.of(new SiteId(site), TestingTasks.TENANT);
    }

    /** {@code testbed ARGS} as root; the checkout above this module has the command. */
    public void command(String... args) throws IOException, InterruptedException {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(at.resolve("testbed/testbed"))) {
            at = at.getParent();
        }
        List<String> words = new ArrayList<>(List.of(at.resolve("testbed/testbed").toString()));
        words.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().put("DIAMOND_HOME", folder.toAbsolutePath().getParent().toString());
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("testbed " + String.join(" ", args) + " failed");
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
