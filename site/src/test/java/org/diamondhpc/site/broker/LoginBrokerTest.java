package org.diamondhpc.site.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.Progress;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.ssh.SharedLogins;
import org.diamondhpc.site.ssh.SshSettings;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LoginBrokerTest {
    @TempDir
    private Path folder;

    private final TestingSshSite site = TestingSshSite.start("mfa").oneTimeCode("123456");
    private final List<SshSiteSessions> processes = new ArrayList<>();

    @AfterEach
    void close() {
        processes.forEach(SshSiteSessions::close);
        site.close();
    }

    @Test
    void oneLoginServesAllProcessesUntilItIsCut() throws Exception {
        SshSiteSessions first = process();
        SiteSession second = process().of(site.account());
        assertNeedsLogin(second);

        first.login(site.account(), (instruction, prompts) -> List.of("123456"));

        assertThat(second.run(RemoteCommand.of("printf %s \"$1\"; echo e >&2; exit 4", "it's")))
                .satisfies(r -> assertThat(r.out() + r.err() + r.exit()).isEqualTo("it'se\n4"));
        byte[] content = new byte[2_000_000];
        new Random(4).nextBytes(content);
        second.files().upload(site.home() + "/f", 0, new ByteArrayInputStream(content), Progress.NONE);
        assertThat(Files.readAllBytes(site.home().resolve("f"))).isEqualTo(content);
        assertThat(second.run(RemoteCommand.of("cat").withStdin(content)).stdout()).isEqualTo(content);
        assertThat(second.health().state()).isEqualTo(SiteHealth.State.CONNECTED);
        assertThat(site.connections()).isEqualTo(1);
        assertThat(site.answers()).isEqualTo(1);

        site.network().cut();

        await().atMost(Duration.ofSeconds(10)).until(() -> second.health().state() == SiteHealth.State.NEEDS_LOGIN);
        assertNeedsLogin(second);
        first.login(site.account(), (instruction, prompts) -> List.of("123456"));
        assertThat(second.run(RemoteCommand.of("echo back")).out()).isEqualTo("back\n");
    }

    @Test
    void aCutUpstreamIsACutAndNoAnswer() throws Exception {
        process().login(site.account(), (instruction, prompts) -> List.of("123456"));
        SiteSession second = process().of(site.account());
        try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
            Future<CommandResult> running = caller.submit(() -> second.run(RemoteCommand.of("cd; >started; sleep 30")));
            await().until(() -> Files.exists(site.home().resolve("started")));
            site.network().cut();
            assertThat(catchThrowableOfType(ExecutionException.class, running::get).getCause())
                    .isInstanceOfSatisfying(SiteException.class,
                            e -> assertThat(e.reason()).isEqualTo(Reason.SITE_CONNECTION_LOST));
        }
    }

    @Test
    void allProcessesTogetherKeepTheBudget() throws Exception {
        process().login(site.account(), (instruction, prompts) -> List.of("123456"));
        List<Future<CommandResult>> all = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(40)) {
            for (int p = 0; p < 4; p++) {
                SiteSession session = process().of(site.account());
                for (int i = 0; i < 15; i++) {
                    all.add(callers.submit(() -> session.run(RemoteCommand.of("sleep 0.05; echo ok"))));
                }
            }
        }
        for (Future<CommandResult> one : all) {
            assertThat(one.get().out()).isEqualTo("ok\n");
        }
        assertThat(site.connections()).isEqualTo(1);
    }

    @Test
    void aProcessThatDiedLeavesALoginToBeDone() {
        SshSiteSessions first = process();
        first.login(site.account(), (instruction, prompts) -> List.of("123456"));
        Path announcement = announcement();
        byte[] left = read(announcement);
        first.close();
        assertThat(announcement).doesNotExist();
        write(announcement, left);
        assertNeedsLogin(process().of(site.account()));
    }

    @Test
    void itsFilesAreNobodyElses() throws Exception {
        process().login(site.account(), (instruction, prompts) -> List.of("123456"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("logins"))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("logins/client_key"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(announcement()))).isEqualTo("rw-------");
    }

    private SshSiteSessions process() {
        SharedLogins shared = new LoginBroker(folder.resolve("logins"));
        SshSiteSessions sessions = new SshSiteSessions(site.profiles(), SshSettings.DEFAULT, shared, Clock.systemUTC());
        processes.add(sessions);
        return sessions;
    }

    private static void assertNeedsLogin(SiteSession session) {
        SiteException e = catchThrowableOfType(SiteException.class, () -> session.run(RemoteCommand.of("true")));
        assertThat(e.reason()).isEqualTo(Reason.SITE_NEEDS_LOGIN);
        assertThat(e.problem().whatToDo()).contains("diamond login mfa");
    }

    private Path announcement() {
        return folder.resolve("logins/mfa.746573746572.login");
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
