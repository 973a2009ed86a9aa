package org.diamondhpc.transfer;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.globus.simulator.GlobusSimulator;
import org.diamondhpc.globus.simulator.SimulatorConfig;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.site.testing.TestingSshSite;
import org.diamondhpc.transfer.globus.TestingGlobus;

/** Two sites over real SSH for the service under test. */
public class SitesTestResource implements QuarkusTestResourceLifecycleManager {
    static TestingSshSite alpha;
    static TestingSshSite beta;
    /** Two more, whose homes Globus shows. */
    static TestingSshSite gamma;
    static TestingSshSite delta;
    static GlobusSimulator globus;
    private static final Map<String, String> COLLECTIONS = new HashMap<>();
    private Path folder;

    /** The id of the collection that shows a site's home. */
    static String collection(String site) {
        return COLLECTIONS.get(site);
    }

    @Override
    public Map<String, String> start() {
        alpha = TestingSshSite.start("alpha");
        beta = TestingSshSite.start("beta");
        gamma = TestingSshSite.start("gamma");
        delta = TestingSshSite.start("delta");
        globus = GlobusSimulator.start(SimulatorConfig.fresh());
        Map<String, String> config = new HashMap<>();
        try {
            folder = Files.createTempDirectory("diamond-profiles-");
            gammaReachesAlpha();
            for (TestingSshSite site : new TestingSshSite[] {alpha, beta, gamma, delta}) {
                try (Stream<Path> profiles = Files.list(site.profileFolder())) {
                    for (Path profile : profiles.toList()) {
                        Files.copy(profile, folder.resolve(profile.getFileName()));
                    }
                }
            }
            showByGlobus(gamma);
            showByGlobus(delta);
            Files.writeString(folder.resolve("gamma.yaml"), "reaches: [{site: alpha, host: %s@127.0.0.1, port: %d}]%n"
                    .formatted(alpha.account().user(), alpha.network().port()), StandardOpenOption.APPEND);
            Files.writeString(folder.resolve("globus.key"), TestingGlobus.key());
            Files.writeString(folder.resolve("globus.secret"), globus.client().secret());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        config.putAll(Map.of("diamond.globus.auth-url", globus.authUrl().toString(), "diamond.globus.transfer-url",
                globus.transferUrl().toString(), "diamond.globus.key-file", folder.resolve("globus.key").toString(),
                "diamond.globus.identities.default.client-id", globus.client().id(),
                "diamond.globus.identities.default.secret-file", folder.resolve("globus.secret").toString(),
                "diamond.globus.first-look", "100ms", "diamond.globus.longest-look", "500ms"));
        config.putAll(Map.of("diamond.sites.dir", folder.toString(), "diamond.transfer.first-pause", "200ms",
                "diamond.transfer.give-up", "4s", "diamond.work.lease", "3s", "diamond.transfer.progress", "100ms",
                "quarkus.log.level", "WARN", "quarkus.log.category.\"org.diamondhpc\".level", "INFO"));
        return config;
    }

    private void gammaReachesAlpha() throws IOException {
        Path ssh = folder.resolve("ssh_config");
        Files.writeString(ssh, """
                Host *
                  IdentityFile %s
                  IdentitiesOnly yes
                  StrictHostKeyChecking no
                  UserKnownHostsFile /dev/null
                  LogLevel ERROR
                """.formatted(alpha.keyFile()));
        gamma.prologue("export RSYNC_RSH='ssh -F %s -o BatchMode=yes'".formatted(ssh));
    }

    private void showByGlobus(TestingSshSite site) throws IOException {
        CollectionSpec collection = globus.collection(CollectionSpec.mapped(site.id().value(), site.home()));
        COLLECTIONS.put(site.id().value(), collection.id());
        Path profile = folder.resolve(site.id() + ".yaml");
        String text = Files.readString(profile).lines().filter(l -> !l.startsWith("collections:"))
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(profile, text + "collections: [{id: %s, root: $HOME, mapped: true}]%n"
                .formatted(collection.id()));
    }


    @Override
    public void stop() {
        alpha.close();
        beta.close();
        gamma.close();
        delta.close();
        globus.close();
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
