package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.Wish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Speed between two clusters of the testbed; prints what it measures. DIAMOND_SITES_DIR names their profiles. */
@EnabledIfEnvironmentVariable(named = "DIAMOND_BENCH", matches = "transfer")
class ThroughputOnTestbedTest {
    private static final int MANY = 10_000;

    @Test
    void oneLargeFileAndManySmallOnes() throws Exception {
        SiteProfiles profiles = SiteProfiles.load(Path.of(System.getenv("DIAMOND_SITES_DIR")));
        try (SiteSessions sessions = new SshSiteSessions(profiles)) {
            TestingWorld world = new TestingWorld("/tmp/diamond-bench");
            for (String site : List.of("alpha", "beta")) {
                world.sites.put(new SiteId(site), sessions.of(new SiteId(site), new TenantId("demo")));
            }
            SiteSession beta = world.sites.get(new SiteId("beta"));
            SiteSession alpha = world.sites.get(new SiteId("alpha"));
            sh(alpha, "rm -rf diamond-bench");
            sh(beta, "mkdir -p diamond-bench/many && cd diamond-bench && head -c 1073741824 /dev/urandom > large"
                    + " && cd many && head -c 10240000 /dev/urandom | split -a 5 -b 1024 -d - f");
            try {
                large(world, alpha);
                many(world, alpha, beta);
            } finally {
                sh(beta, "rm -rf diamond-bench");
                sh(alpha, "rm -rf diamond-bench");
            }
        }
    }

    /** The testbed's /scratch holds 64 MB. */
    @Test
    void fullDiskIsSaidWhicheverWayTheBytesCome() {
        SiteProfiles profiles = SiteProfiles.load(Path.of(System.getenv("DIAMOND_SITES_DIR")));
        try (SiteSessions sessions = new SshSiteSessions(profiles)) {
            TestingWorld world = new TestingWorld("/scratch/diamond-bench");
            SiteSession alpha = sessions.of(new SiteId("alpha"), new TenantId("demo"));
            world.sites.put(new SiteId("alpha"), alpha);
            byte[] large = CarrierTest.random(70 << 20);
            byte[] small = CarrierTest.random(10 << 20);
            world.store.claims.put(Sha256.of(large), large);
            world.store.claims.put(Sha256.of(small), small);
            List<Wish> parcel = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                parcel.add(stored(world, "small" + i, small));
            }
            try {
                HaulEnd one = world.stage("alpha", false, List.of(stored(world, "large", large)));
                sh(alpha, "rm -rf /scratch/diamond-bench");
                HaulEnd many = world.stage("alpha", false, parcel);

                assertThat(one).isInstanceOfSatisfying(HaulEnd.Failed.class,
                        f -> assertThat(f.problem().reason()).isEqualTo(Reason.SITE_DISK_FULL));
                assertThat(many).isInstanceOfSatisfying(HaulEnd.Failed.class,
                        f -> assertThat(f.problem().reason()).isEqualTo(Reason.SITE_DISK_FULL));
            } finally {
                sh(alpha, "rm -rf /scratch/diamond-bench");
            }
        }
    }

    private static Wish stored(TestingWorld world, String name, byte[] bytes) {
        return new Wish(name, world.attempt("alpha") + "/work/" + name, false, false, (long) bytes.length,
                Sha256.of(bytes), List.of(new Source.Stored(Sha256.of(bytes))));
    }

    private static void large(TestingWorld world, SiteSession alpha) {
        long began = System.nanoTime();
        HaulEnd end = world.stage("alpha", false, List.of(new Wish("large", world.attempt("alpha") + "/work/large", false,
                false, null, null, List.of(new Source.AtSite(new SiteId("beta"), "/tmp/diamond-bench/large")))));
        double seconds = (System.nanoTime() - began) / 1e9;
        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        System.out.printf("relay of 1 GiB beta -> alpha, checked at both ends: %.1f s, %.0f MiB/s%n", seconds,
                1024 / seconds);
        sh(alpha, "rm -rf diamond-bench/attempts");
    }

    private static void many(TestingWorld world, SiteSession alpha, SiteSession beta) {
        List<Wish> wishes = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            String name = "f%05d".formatted(i);
            wishes.add(new Wish(name, world.attempt("alpha") + "/work/" + name, false, false, null, null,
                    List.of(new Source.AtSite(new SiteId("beta"), "/tmp/diamond-bench/many/" + name))));
        }
        long began = System.nanoTime();
        HaulEnd end = world.stage("alpha", false, wishes);
        double streamed = (System.nanoTime() - began) / 1e9;
        assertThat(end).isInstanceOf(HaulEnd.Complete.class);

        int some = 500;
        RemoteFiles from = beta.files();
        RemoteFiles to = alpha.files();
        to.mkdirs("/tmp/diamond-bench");
        began = System.nanoTime();
        for (int i = 0; i < some; i++) {
            String name = "f%05d".formatted(i);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            from.download("/tmp/diamond-bench/many/" + name, 0, bytes, at -> { });
            to.write("/tmp/diamond-bench/" + name, bytes.toByteArray());
        }
        double single = (System.nanoTime() - began) / 1e9 * MANY / some;
        System.out.printf("%d files of 1 KiB: tar stream %.2f s (%.0f files/s), one at a time by SFTP %.1f s, %.0f times%n",
                MANY, streamed, MANY / streamed, single, single / streamed);
        assertThat(single / streamed).isGreaterThan(5);
    }

    private static void sh(SiteSession site, String program) {
        site.run(RemoteCommand.of("cd /tmp && " + program).within(Duration.ofMinutes(5))).orThrow(program);
    }
}
