package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.Wish;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real sh and real files; only the way to the site is a fake. */
class CarrierTest {
    private static final String EVIL = "a'b \"c\" $(touch pwned) \\ -rf * \n new";

    @TempDir
    Path folder;
    private final TestingWorld world = new TestingWorld();
    private TestingShellSite alpha;
    private TestingShellSite beta;

    @BeforeEach
    void twoSites() throws IOException {
        alpha = world.add("alpha", folder);
        beta = world.add("beta", folder);
    }

    @Test
    void inlineContentIsPlaced() throws IOException {
        HaulEnd end = world.stage("alpha", false, List.of(inline("a/b.txt", "hello", false), inline("run", "#!", true)));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(work("alpha", "a/b.txt")).hasContent("hello");
        assertThat(work("alpha", "run")).isExecutable();
        assertThat(end.haul().arrived()).allSatisfy(a -> assertThat(a.sha256()).hasSize(64));
        assertThat(leftovers("alpha")).isEmpty();
    }

    @Test
    void contentOfTheStoreIsPlacedAndCompared() throws IOException {
        byte[] small = random(1000);
        byte[] large = random(20 << 20);
        world.store.claims.put(Sha256.of(small), small);
        world.store.claims.put(Sha256.of(large), large);

        HaulEnd end = world.stage("alpha", false, List.of(stored("small", small), stored("large", large)));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(work("alpha", "small")).hasBinaryContent(small);
        assertThat(work("alpha", "large")).hasBinaryContent(large);
        assertThat(leftovers("alpha")).isEmpty();
    }

    @Test
    void fileOfAnotherSiteIsRelayed() throws IOException {
        byte[] small = random(5000);
        byte[] large = random((17 << 20) + 11);
        write(beta, "data/" + EVIL, small);
        write(beta, "-large", large);

        HaulEnd end = world.stage("alpha", false, List.of(wish("x/small", beta.homePath() + "/data/" + "link", "beta"),
                wish("large", "~/-large", "beta")));

        // a path with a line break cannot be asked for; the link to such a name can
        assertThat(end).isInstanceOf(HaulEnd.Failed.class);
        Files.createSymbolicLink(beta.homePath().resolve("data/link"), Path.of(EVIL));
        assertThat(world.stage("alpha", true, List.of(wish("x/small", beta.homePath() + "/data/link", "beta"),
                wish("large", "~/-large", "beta")))).isInstanceOf(HaulEnd.Complete.class);
        assertThat(work("alpha", "x/small")).hasBinaryContent(small);
        assertThat(work("alpha", "large")).hasBinaryContent(large);
    }

    @Test
    void treeArrivesWithEvilNamesFoldersAndLinks() throws IOException {
        write(beta, "tree/" + EVIL, random(10));
        write(beta, "tree/sub/-x", random(20));
        write(beta, "tree/" + "n".repeat(200) + "/" + "m".repeat(200), random(30));
        sh(beta, "cd tree && printf x > \"$(printf 'bad\\377name')\" && ln -s sub/-x good && ln -s /etc/passwd out"
                + " && mkdir empty && ln sub/-x hard && chmod +x sub/-x");

        HaulEnd end = world.stage("alpha", false, List.of(new Wish("beta:~/tree/", work("alpha", "in").toString(), true,
                false, null, null, List.of(new Source.AtSite(new SiteId("beta"), "~/tree/")))));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(sh(alpha, "diff -r --no-dereference " + folder + "/beta/tree " + work("alpha", "in") + " && echo same"))
                .isEqualTo("same\n");
        assertThat(Files.isSymbolicLink(work("alpha", "in/out"))).isTrue();
        assertThat(work("alpha", "in/sub/-x")).isExecutable();
        assertThat(Files.exists(work("alpha", "in/pwned"))).isFalse();
        assertThat(end.haul().arrived().getFirst().files()).isEqualTo(5);
    }

    @Test
    void copyAtTheSameSiteIsTakenAndNothingMoves() throws IOException {
        byte[] bytes = random(3000);
        write(alpha, "there", bytes);

        HaulEnd end = world.stage("alpha", false, List.of(new Wish("f", work("alpha", "f").toString(), false, false, null,
                Sha256.of(bytes), List.of(new Source.AtSite(new SiteId("alpha"), "~/there")))));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(end.haul().bytesMoved()).isZero();
        assertThat(work("alpha", "f")).hasBinaryContent(bytes);
        assertThat(Files.getAttribute(work("alpha", "f"), "unix:nlink")).isEqualTo(1);
    }

    @Test
    void changedCopyAtTheSiteIsPassedOverForAnother() throws IOException {
        byte[] right = random(3000);
        write(alpha, "there", random(3000));
        write(beta, "original", right);

        HaulEnd end = world.stage("alpha", false, List.of(new Wish("f", work("alpha", "f").toString(), false, false, null,
                Sha256.of(right), List.of(new Source.AtSite(new SiteId("alpha"), "~/there"),
                        new Source.AtSite(new SiteId("beta"), "~/original")))));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(work("alpha", "f")).hasBinaryContent(right);
    }

    @Test
    void wrongContentEverywhereIsTriedAgainThenReported() throws IOException {
        write(beta, "original", random(10));
        List<Wish> wishes = List.of(new Wish("f", work("alpha", "f").toString(), false, false, null, "0".repeat(64),
                List.of(new Source.AtSite(new SiteId("beta"), "~/original"))));
        Errand errand = new Errand(TestingWorld.owner("t"), TestingWorld.ALICE, world.at("alpha"),
                world.attempt("alpha"), false,
                TestingWorld.numbered(wishes));

        HaulEnd first = world.carry(errand);
        HaulEnd second = world.carrier.carry(errand, first.haul(), world.new Log());
        HaulEnd third = world.carrier.carry(errand, second.haul(), world.new Log());

        assertThat(first).isInstanceOfSatisfying(HaulEnd.Later.class,
                l -> assertThat(l.problem().reason()).isEqualTo(Reason.TRANSFER_CHECKSUM_MISMATCH));
        assertThat(third).isInstanceOfSatisfying(HaulEnd.Failed.class,
                l -> assertThat(l.problem().reason()).isEqualTo(Reason.TRANSFER_CHECKSUM_MISMATCH));
        assertThat(Files.exists(work("alpha", "f"))).isFalse();
    }

    @Test
    void missingSourceFails() {
        HaulEnd end = world.stage("alpha", false, List.of(wish("f", "/no/such/file", "beta")));

        assertThat(end).isInstanceOfSatisfying(HaulEnd.Failed.class,
                f -> assertThat(f.problem().reason()).isEqualTo(Reason.TRANSFER_SOURCE_MISSING));
    }

    @Test
    void otherTenantsAttemptIsNoSource() throws IOException {
        write(beta, "diamond/attempts/bob/t-1.1/work/secret", random(10));
        Files.createSymbolicLink(beta.homePath().resolve("innocent"),
                beta.homePath().resolve("diamond/attempts/bob/t-1.1/work/secret"));

        HaulEnd end = world.stage("alpha", false, List.of(wish("f", "~/innocent", "beta")));

        assertThat(end).isInstanceOfSatisfying(HaulEnd.Failed.class,
                f -> assertThat(f.problem().reason()).isEqualTo(Reason.AUTH_FORBIDDEN));
    }

    @Test
    void siteThatIsAwayIsWaitedFor() throws IOException {
        write(beta, "f", random(10));
        world.at("beta");
        beta.away(Reason.SITE_UNREACHABLE);

        HaulEnd end = world.stage("alpha", false, List.of(wish("f", "~/f", "beta")));

        assertThat(end).isInstanceOfSatisfying(HaulEnd.Later.class,
                l -> assertThat(l.problem().reason()).isEqualTo(Reason.SITE_UNREACHABLE));
    }

    @Test
    void cutFileGoesOnWhereItStopped() throws IOException {
        byte[] large = random(40 << 20);
        write(beta, "large", large);
        alpha.cutAfter(25 << 20);
        HaulEnd cut = world.stage("alpha", false, List.of(wish("f", "~/large", "beta")));
        alpha.back();
        beta.cutAfter(30 << 20);

        HaulEnd end = world.stage("alpha", true, List.of(wish("f", "~/large", "beta")));

        assertThat(cut).isInstanceOf(HaulEnd.Later.class);
        assertThat(end).as("fewer bytes were read than the file has").isInstanceOf(HaulEnd.Complete.class);
        assertThat(work("alpha", "f")).hasBinaryContent(large);
        assertThat(leftovers("alpha")).isEmpty();
    }

    @Test
    void cutAtTheSourceIsNoTroubleOfTheTarget() throws IOException {
        byte[] large = random(40 << 20);
        write(beta, "large", large);
        beta.cutAfter(25 << 20);
        world.store.claims.put(Sha256.of(large), large);

        HaulEnd end = world.stage("alpha", false, List.of(new Wish("f", work("alpha", "f").toString(), false, false,
                (long) large.length, Sha256.of(large), List.of(new Source.AtSite(new SiteId("beta"), "~/large"),
                        new Source.Stored(Sha256.of(large))))));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(work("alpha", "f")).hasBinaryContent(large);
    }

    @Test
    void foreignPartIsNotBuiltUpon() throws IOException {
        byte[] large = random(20 << 20);
        write(beta, "large", large);
        alpha.cutAfter(5 << 20);
        world.stage("alpha", false, List.of(wish("f", "~/large", "beta")));
        alpha.back();
        byte[] other = random(20 << 20);
        write(beta, "large", other);

        HaulEnd end = world.stage("alpha", true, List.of(wish("f", "~/large", "beta")));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(work("alpha", "f")).hasBinaryContent(other);
    }

    @Test
    void cutTreeTravelsOnlyOnceOnceArrived() throws IOException {
        for (int i = 0; i < 300; i++) {
            write(beta, "tree/f" + i, random(1 << 20));
        }
        alpha.cutAfter(150L << 20);
        List<Wish> wishes = List.of(new Wish("t", work("alpha", "in").toString(), true, false, null, null,
                List.of(new Source.AtSite(new SiteId("beta"), "~/tree/"))));
        HaulEnd cut = world.stage("alpha", false, wishes);
        alpha.back();
        beta.cutAfter(190L << 20);

        HaulEnd end = world.stage("alpha", true, wishes);

        assertThat(cut).isInstanceOf(HaulEnd.Later.class);
        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(sh(alpha, "diff -r " + folder + "/beta/tree " + work("alpha", "in") + " && echo same"))
                .isEqualTo("same\n");
    }

    @Test
    void transferOverwritesAtomicallyAndLeavesNothingElse() throws IOException {
        byte[] bytes = random(100);
        write(beta, "f", bytes);
        write(alpha, "data/f", random(50));
        write(alpha, "data/other", random(50));

        HaulEnd end = world.transfer("alpha", List.of(new Wish("f", alpha.homePath() + "/data/f", false, false, null,
                null, List.of(new Source.AtSite(new SiteId("beta"), "~/f")))));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(alpha.homePath().resolve("data/f")).hasBinaryContent(bytes);
        try (Stream<Path> left = Files.list(alpha.homePath().resolve("data"))) {
            assertThat(left.map(p -> p.getFileName().toString())).containsExactlyInAnyOrder("f", "other");
        }
    }

    @Test
    void transferIntoTheStoreIsNamedByContent() throws IOException {
        byte[] bytes = random(100);
        write(beta, "f", bytes);

        HaulEnd end = world.transfer(null, List.of(new Wish("f", null, false, false, null, null,
                List.of(new Source.AtSite(new SiteId("beta"), "~/f")))));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(world.store.claims).containsKey(Sha256.of(bytes));
    }

    @Test
    void manySmallFilesTakeFewCommands() throws IOException {
        List<Wish> wishes = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            write(beta, "many/f" + i, random(100));
            wishes.add(wish("many/f" + i, "~/many/f" + i, "beta"));
        }
        world.at("alpha");
        world.at("beta");
        int before = alpha.commands() + beta.commands();

        HaulEnd end = world.stage("alpha", false, wishes);

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(alpha.commands() + beta.commands() - before).isLessThanOrEqualTo(4);
        assertThat(world.copies.facts).hasSize(4000);
        FileTime old = FileTime.from(Instant.EPOCH);
        assertThat(Files.getLastModifiedTime(work("alpha", "many/f7"))).isGreaterThan(old);
    }

    private Wish inline(String to, String text, boolean executable) {
        return new Wish(to, work("alpha", to).toString(), false, executable, null, null,
                List.of(new Source.Inline(text)));
    }

    private Wish stored(String to, byte[] bytes) {
        return new Wish(to, work("alpha", to).toString(), false, false, (long) bytes.length, Sha256.of(bytes),
                List.of(new Source.Stored(Sha256.of(bytes))));
    }

    private Wish wish(String to, String path, String site) {
        return new Wish(to, work("alpha", to).toString(), false, false, null, null,
                List.of(new Source.AtSite(new SiteId(site), path)));
    }

    private Path work(String site, String relative) {
        return Path.of(world.attempt(site), "work", relative);
    }

    private List<String> leftovers(String site) throws IOException {
        try (Stream<Path> all = Files.list(Path.of(world.attempt(site)))) {
            return all.map(p -> p.getFileName().toString()).filter(n -> !n.equals("work")).toList();
        }
    }

    static void write(TestingShellSite site, String relative, byte[] bytes) throws IOException {
        Path file = site.homePath().resolve(relative);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    static String sh(TestingShellSite site, String program) {
        return site.run(org.diamondhpc.site.session.RemoteCommand.of("cd && " + program)).orThrow(program).out();
    }

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }
}
