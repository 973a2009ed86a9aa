package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.diamondhpc.site.ssh.SshSiteSessionTest.assertFailure;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.Progress;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SftpRemoteFilesTest {
    private final TestingSshSite site = TestingSshSite.start("alpha");
    private final SshSiteSessions sessions = new SshSiteSessions(site.profiles());
    private final RemoteFiles files = sessions.of(site.account()).files();
    private final Path home = site.home();

    @AfterEach
    void close() {
        sessions.close();
        site.close();
    }

    @Test
    void listsWithoutFollowingLinks() throws IOException {
        Files.writeString(home.resolve("a file"), "123");
        Files.createDirectory(home.resolve("folder"));
        Files.createSymbolicLink(home.resolve("link"), Path.of("nowhere"));
        assertThat(files.list(home.toString())).extracting(RemoteFile::name, RemoteFile::kind, RemoteFile::path)
                .containsExactly(
                        tuple("a file", RemoteFile.Kind.FILE, home + "/a file"),
                        tuple("folder", RemoteFile.Kind.FOLDER, home + "/folder"),
                        tuple("link", RemoteFile.Kind.LINK, home + "/link"));
        assertThat(files.readLink(home + "/link")).isEqualTo("nowhere");
        assertThat(files.stat(home + "/link")).isEmpty();
        assertThat(files.lstat(home + "/link")).isPresent();
    }

    @Test
    void readsRangesAndEnds() throws IOException {
        byte[] content = random(100_000);
        Files.write(home.resolve("f"), content);
        assertThat(files.read(home + "/f", 40_000, 50_000)).isEqualTo(Arrays.copyOfRange(content, 40_000, 90_000));
        assertThat(files.read(home + "/f", 99_999, 50)).isEqualTo(Arrays.copyOfRange(content, 99_999, 100_000));
        assertThat(files.tail(home + "/f", 70_000)).isEqualTo(Arrays.copyOfRange(content, 30_000, 100_000));
        assertThat(files.tail(home + "/f", 200_000)).isEqualTo(content);
    }

    @Test
    void resumesAnUploadAndRenamesItAtTheEnd() throws IOException {
        byte[] content = random(3_000_000);
        String path = home + "/up";
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(content, 0, 1_500_000),
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the source broke");
                    }
                });
        assertThatThrownBy(() -> files.upload(path, 0, broken, Progress.NONE))
                .hasMessageContaining("the source broke");
        assertThat(home.resolve("up")).doesNotExist();
        long there = files.partSize(path);
        assertThat(there).isPositive().isLessThan(content.length);

        long size = files.upload(path, there,
                new ByteArrayInputStream(content, (int) there, content.length - (int) there), Progress.NONE);

        assertThat(size).isEqualTo(content.length);
        assertThat(Files.readAllBytes(home.resolve("up"))).isEqualTo(content);
        assertThat(files.partSize(path)).isZero();
    }

    @Test
    void downloadsFromAnOffset() throws IOException {
        byte[] content = random(5_000_000);
        Files.write(home.resolve("down"), content);
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        assertThat(files.download(home + "/down", 1_000_000, got, Progress.NONE)).isEqualTo(content.length);
        assertThat(got.toByteArray()).isEqualTo(Arrays.copyOfRange(content, 1_000_000, content.length));
    }

    @Test
    void replacesAtomicallyWhatIsThere() throws IOException {
        files.write(home + "/f", "one".getBytes());
        files.write(home + "/f", "two".getBytes());
        assertThat(home.resolve("f")).hasContent("two");
        assertThat(files.list(home.toString())).hasSize(1);
    }

    @Test
    void makesFoldersOnceAndSaysWhatIsInTheWay() {
        files.mkdirs(home + "/a/b/c");
        files.mkdirs(home + "/a/b/c");
        assertThat(home.resolve("a/b/c")).isDirectory();
        assertFailure(() -> files.mkdir(home + "/a"), Reason.SITE_FILE_EXISTS);
        assertFailure(() -> files.read(home + "/none", 0, 1), Reason.SITE_NO_SUCH_FILE);
        assertFailure(() -> files.read("relative", 0, 1), Reason.INVALID_PATH);
        assertThat(files.remove(home + "/none")).isFalse();
        assertThat(files.removeFolder(home + "/a/b/c")).isTrue();
        assertFailure(() -> files.removeFolder(home + "/a"), Reason.SITE_FILE_EXISTS);
    }

    @Test
    void filesAndCommandsShareASingleChannel() throws Exception {
        site.budget(1, 1);
        SiteSession session = sessions.of(site.account());
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 60; i++) {
                all.add(callers.submit(() -> assertThat(files.stat(home.toString())).isPresent()));
                all.add(callers.submit(() -> assertThat(session.run(RemoteCommand.of("true")).ok()).isTrue()));
            }
        }
        for (Future<?> one : all) {
            one.get();
        }
        assertThat(site.connections()).isEqualTo(1);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
