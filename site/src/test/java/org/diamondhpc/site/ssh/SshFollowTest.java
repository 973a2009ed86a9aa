package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.FollowEnd;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SshFollowTest {
    private final TestingSshSite site = TestingSshSite.start("alpha");
    private final SshSiteSessions sessions = new SshSiteSessions(site.profiles());
    private final Path file = site.home().resolve("hints");
    private final Heard heard = new Heard();

    @AfterEach
    void close() {
        sessions.close();
        site.close();
    }

    @Test
    void hearsLinesOfAFileThatIsNotThereYet() throws IOException {
        try (Follow follow = follow(0)) {
            await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(file));
            append("one\ntwo\nhal");
            await().atMost(Duration.ofSeconds(10)).until(() -> heard.lines.size() == 2);
            append("f\n");
            await().atMost(Duration.ofSeconds(10)).until(() -> heard.lines.size() == 3);
            assertThat(heard.lines).containsExactly("one@4", "two@8", "half@13");
            assertThat(follow.active()).isTrue();
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> heard.end.get() != null);
        assertThat(heard.end.get()).isEqualTo(new FollowEnd.Closed(13));
    }

    @Test
    void goesOnAfterACutAndLeavesNoTailBehind() throws Exception {
        append("one\n");
        follow(0);
        await().atMost(Duration.ofSeconds(10)).until(() -> heard.lines.size() == 1);
        assertThat(tails()).isPositive();
        site.network().cut();
        await().atMost(Duration.ofSeconds(10)).until(() -> heard.end.get() != null);
        assertThat(heard.end.get()).isInstanceOf(FollowEnd.Cut.class);
        append("two\n");
        await().atMost(Duration.ofSeconds(15)).until(() -> tails() == 0);
        try (Follow again = follow(heard.end.get().nextByte())) {
            await().atMost(Duration.ofSeconds(10)).until(() -> heard.lines.size() == 2);
            assertThat(heard.lines).containsExactly("one@4", "two@8");
            assertThat(again.active()).isTrue();
        }
    }

    @Test
    void noticesAReplacedFile() throws IOException {
        append("one\n");
        follow(0);
        await().atMost(Duration.ofSeconds(10)).until(() -> heard.lines.size() == 1);
        Files.delete(file);
        await().atMost(Duration.ofSeconds(15)).until(() -> heard.end.get() != null);
        assertThat(heard.end.get()).isEqualTo(new FollowEnd.Replaced());
    }

    @Test
    void saysThatAFolderIsMissing() {
        sessions.of(site.account()).follow(site.home() + "/none/hints", 0, heard);
        await().atMost(Duration.ofSeconds(10)).until(() -> heard.end.get() != null);
        assertThat(heard.end.get()).isInstanceOfSatisfying(FollowEnd.Cut.class, cut ->
                assertThat(cut.failure().reason()).isEqualTo(Reason.SITE_NO_SUCH_FILE));
    }

    private Follow follow(long from) {
        return sessions.of(site.account()).follow(file.toString(), from, heard);
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private long tails() {
        return ProcessHandle.allProcesses().filter(p -> p.info().arguments()
                .filter(args -> List.of(args).contains(file.toString())).isPresent()).count();
    }

    private static final class Heard implements LineListener {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final AtomicReference<FollowEnd> end = new AtomicReference<>();

        @Override
        public void line(String line, long nextByte) {
            lines.add(line + "@" + nextByte);
        }

        @Override
        public void ended(FollowEnd why) {
            end.set(why);
        }
    }
}
