package org.diamondhpc.transfer;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.diamondhpc.site.testing.TestingSshSite;

/** Two sites over real SSH for the service under test. */
public class SitesTestResource implements QuarkusTestResourceLifecycleManager {
    static TestingSshSite alpha;
    static TestingSshSite beta;
    private Path folder;

    @Override
    public Map<String, String> start() {
        alpha = TestingSshSite.start("alpha");
        beta = TestingSshSite.start("beta");
        try {
            folder = Files.createTempDirectory("diamond-profiles-");
            for (TestingSshSite site : new TestingSshSite[] {alpha, beta}) {
                try (Stream<Path> profiles = Files.list(site.profileFolder())) {
                    for (Path profile : profiles.toList()) {
                        Files.copy(profile, folder.resolve(profile.getFileName()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("diamond.sites.dir", folder.toString(), "diamond.transfer.first-pause", "200ms",
                "diamond.transfer.give-up", "4s", "diamond.work.lease", "3s", "diamond.transfer.progress", "100ms",
                "quarkus.log.level", "WARN", "quarkus.log.category.\"org.diamondhpc\".level", "INFO");
    }

    @Override
    public void stop() {
        alpha.close();
        beta.close();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
