package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.diamondhpc.transfer.work.CarrierTest.sh;
import static org.diamondhpc.transfer.work.CarrierTest.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.request.SiteRequest.DeleteFile;
import org.diamondhpc.schemas.request.SiteRequest.ListFiles;
import org.diamondhpc.schemas.request.SiteRequest.MakeDirectory;
import org.diamondhpc.schemas.request.SiteRequest.ReadFile;
import org.diamondhpc.schemas.request.SiteRequest.RenameFile;
import org.diamondhpc.schemas.request.SiteRequest.StatFile;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a collection by Globus alone: no command reaches the site. */
class CollectionRequestsTest {
    private static final SiteId ALPHA = new SiteId("alpha");

    @TempDir
    Path folder;
    private GlobusWorld world;

    @BeforeEach
    void begin() throws IOException {
        world = new GlobusWorld(folder);
        write(world.alpha, "data/a", new byte[3]);
        write(world.alpha, "data/sub/b", new byte[5]);
    }

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void aFolderIsListedPageByPageWithLinksShownAsLinks() throws IOException {
        sh(world.alpha, "ln -s /etc data/c");

        SiteReply.Listing first = (SiteReply.Listing) ask(new ListFiles(TestingWorld.ALICE, ALPHA, at("/data"), null, 2));
        SiteReply.Listing rest = (SiteReply.Listing) ask(new ListFiles(TestingWorld.ALICE, ALPHA, at("/data/"), first.next(), 2));

        assertThat(first.entries()).extracting(e -> e.name() + " " + e.type() + " " + e.size()).first().isEqualTo("a FILE 3");
        assertThat(rest.entries()).extracting(e -> e.name() + " " + e.type()).containsExactly("sub DIRECTORY");
        assertThat(first.entries().get(1).type()).isEqualTo(SiteReply.Entry.Type.LINK);
        assertThat(first.entries().getFirst().modified()).isNotNull();
        assertThat(first.entries().getFirst().mode()).startsWith("rw");
        assertThat(rest.next()).isNull();
    }

    @Test
    void foldersAreMadeWithThoseAboveAndMakingThemAgainIsNoError() {
        ask(new MakeDirectory(TestingWorld.ALICE, ALPHA, at("/new/deep/er")));
        SiteReply again = ask(new MakeDirectory(TestingWorld.ALICE, ALPHA, at("/new/deep/er")));

        assertThat(again).isInstanceOf(SiteReply.Done.class);
        assertThat(world.alpha.homePath().resolve("new/deep/er")).isDirectory();
        assertThat(refused(new MakeDirectory(TestingWorld.ALICE, ALPHA, at("/data/a")))).isEqualTo(Reason.SITE_FILE_EXISTS);
    }

    @Test
    void aFileIsRenamedButNeverOverAnother() throws IOException {
        write(world.alpha, "data/other", new byte[1]);

        ask(new RenameFile(TestingWorld.ALICE, ALPHA, at("/data/a"), at("/data/sub/z")));

        assertThat(world.alpha.homePath().resolve("data/sub/z")).hasSize(3);
        assertThat(refused(new RenameFile(TestingWorld.ALICE, ALPHA, at("/data/other"), at("/data/sub/z"))))
                .isEqualTo(Reason.SITE_FILE_EXISTS);
        assertThat(refused(new RenameFile(TestingWorld.ALICE, ALPHA, at("/data/a"), at("/data/q"))))
                .isEqualTo(Reason.SITE_NO_SUCH_FILE);
    }

    @Test
    void aDeletionIsOneGlobusTaskWhoeverAsksHoweverOften() throws Exception {
        String written = world.process().deletions().begin(TestingWorld.ALICE, world.shelf("alpha", true).way(),
                List.of("/data"), true);

        CompletableFuture<SiteReply> first = later(new DeleteFile(TestingWorld.ALICE, ALPHA, at("/data"), true));
        world.until(first::isDone);

        assertThat(first.get()).isInstanceOf(SiteReply.Done.class);
        assertThat(world.alpha.homePath().resolve("data")).doesNotExist();
        assertThat(world.ledger.shipments()).singleElement().satisfies(s -> {
            assertThat(s.submission()).isEqualTo(written);
            assertThat(s.state()).isEqualTo(Shipment.State.SUCCEEDED);
        });
        assertThat(world.calls("POST /v0.10/delete")).isEqualTo(1);
        assertThat(refused(new DeleteFile(TestingWorld.ALICE, ALPHA, at("/data"), true))).isEqualTo(Reason.SITE_NO_SUCH_FILE);
    }

    @Test
    void aFolderGoesOnlyWhereThatIsSaid() {
        assertThat(refused(new DeleteFile(TestingWorld.ALICE, ALPHA, at("/data"), false))).isEqualTo(Reason.INVALID_REQUEST);

        assertThat(world.calls("POST /v0.10/delete")).isZero();
    }

    @Test
    void noPathLeadsOutOfTheMappedRootOrPastTheRules() throws IOException {
        sh(world.alpha, "mkdir -p .ssh diamond/attempts/bob/t-1.1 && ln -s .ssh keys && touch .ssh/id");

        assertThat(refused(new StatFile(TestingWorld.ALICE, ALPHA, at("/data/../.ssh/id")))).isEqualTo(Reason.INVALID_PATH);
        assertThat(refused(new StatFile(TestingWorld.ALICE, ALPHA, at("/~/.ssh/id")))).isEqualTo(Reason.INVALID_PATH);
        assertThat(refused(new StatFile(TestingWorld.ALICE, ALPHA, at("/.ssh/id")))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(refused(new StatFile(TestingWorld.ALICE, ALPHA, at("/keys/id")))).isEqualTo(Reason.INVALID_PATH);
        assertThat(refused(new ListFiles(TestingWorld.ALICE, ALPHA, at("/diamond/attempts/bob"), null, 0)))
                .isEqualTo(Reason.AUTH_FORBIDDEN);
        assertThat(refused(new DeleteFile(TestingWorld.ALICE, ALPHA, at("/diamond"), true))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(refused(new DeleteFile(TestingWorld.ALICE, ALPHA, at("/"), true))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(refused(new ReadFile(TestingWorld.ALICE, ALPHA, at("/data/a"), 0, 10))).isEqualTo(Reason.INVALID_REQUEST);
        assertThat(Files.exists(world.alpha.homePath().resolve(".ssh/id"))).isTrue();
    }

    @Test
    void whileTheSiteIsAwayItsFilesCanBeSeenButNoFolderRemoved() throws IOException {
        sh(world.alpha, "mkdir -p .ssh diamond");
        CollectionRequests away = requests(false);

        assertThat(away.answer(new StatFile(TestingWorld.ALICE, ALPHA, at("/data/a")))).isInstanceOf(SiteReply.FileFacts.class);
        assertThat(refused(away, new DeleteFile(TestingWorld.ALICE, ALPHA, at("/data"), true))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(refused(away, new StatFile(TestingWorld.ALICE, ALPHA, at("/.ssh/x")))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(refused(away, new ListFiles(TestingWorld.ALICE, ALPHA, at("/diamond"), null, 0))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(world.alpha.homePath().resolve("data")).exists();
    }

    @Test
    void aConsentThatIsMissingIsToldWithWhatAPersonMustDo() {
        world.globus.faults().withholdConsent(world.at("alpha"));

        assertThatExceptionOfType(DiamondException.class).isThrownBy(() -> ask(new StatFile(TestingWorld.ALICE, ALPHA,
                at("/data")))).satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TRANSFER_NEEDS_CONSENT));
    }

    private SiteReply ask(SiteRequest.FileRequest request) {
        return requests(true).answer(request);
    }

    /** The row that works for the identity is the test's to work meanwhile. */
    private CompletableFuture<SiteReply> later(SiteRequest.FileRequest request) {
        return CompletableFuture.supplyAsync(() -> ask(request));
    }

    private CollectionRequests requests(boolean known) {
        return new CollectionRequests((site, tenant, collection) -> world.shelf(site.value(), known),
                world.process().files(), world.process().deletions());
    }

    private Reason refused(SiteRequest.FileRequest request) {
        return refused(requests(true), request);
    }

    private static Reason refused(CollectionRequests requests, SiteRequest.FileRequest request) {
        try {
            return requests.answer(request) instanceof SiteReply.Failed f ? f.problem().reason() : null;
        } catch (DiamondException e) {
            return e.reason();
        }
    }

    private String at(String path) {
        return "globus://" + world.at("alpha") + path;
    }
}
