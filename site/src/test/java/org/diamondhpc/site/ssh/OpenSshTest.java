package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.diamondhpc.site.ssh.SshSiteSessionTest.assertFailure;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.Progress;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the server that sites run. */
@Timeout(60)
class OpenSshTest {
    @TempDir
    private Path folder;

    @Test
    void runsCommandsAndMovesFiles() throws Exception {
        try (OpenSshServer server = OpenSshServer.start(folder);
                SshSiteSessions sessions = new SshSiteSessions(server.profiles())) {
            SiteSession session = sessions.of(server.account());
            assertThat(session.run(RemoteCommand.of("printf %s \"$1\"; exit 9", "it's")).exit()).isEqualTo(9);
            RemoteFiles files = session.files();
            byte[] content = new byte[9_000_000];
            new Random(3).nextBytes(content);
            String path = folder + "/d/e/file";
            files.mkdirs(folder + "/d/e");
            files.upload(path, 0, new ByteArrayInputStream(content), Progress.NONE);
            Files.write(Path.of(path + ".part"), content);
            files.upload(path, 1_234_567, new ByteArrayInputStream(content, 1_234_567, content.length - 1_234_567),
                    Progress.NONE);
            ByteArrayOutputStream got = new ByteArrayOutputStream();
            files.download(path, 0, got, Progress.NONE);
            assertThat(got.toByteArray()).isEqualTo(content);
            assertFailure(() -> files.mkdir(folder + "/d"), Reason.SITE_FILE_EXISTS);
        }
    }

    @Test
    void namesThatAreNotUtf8Survive() throws Exception {
        try (OpenSshServer server = OpenSshServer.start(folder);
                SshSiteSessions sessions = new SshSiteSessions(server.profiles())) {
            SiteSession session = sessions.of(server.account());
            RemoteFiles files = session.files();
            String bad = folder + "/n/" + SiteText.decode(new byte[] {'x', (byte) 0xE9, '\n', (byte) 0xFF});
            files.mkdirs(folder + "/n");
            files.write(bad, "content".getBytes());
            files.write(folder + "/n/gut-Grüße", new byte[0]);
            List<RemoteFile> listed = files.list(folder + "/n");
            assertThat(listed).extracting(RemoteFile::path, RemoteFile::utf8).containsExactlyInAnyOrder(
                    tuple(bad, false),
                    tuple(folder + "/n/gut-Grüße", true));
            assertThat(session.run(RemoteCommand.of("cat -- \"$1\"", bad)).out()).isEqualTo("content");
            assertThat(files.remove(bad)).isTrue();
        }
    }

    @Test
    void livesWithASmallerMaxSessionsThanTheProfileSays() throws Exception {
        try (OpenSshServer server = OpenSshServer.start(folder, "MaxSessions 2");
                SshSiteSessions sessions = new SshSiteSessions(server.profiles())) {
            SiteSession session = sessions.of(server.account());
            List<Future<CommandResult>> all = new ArrayList<>();
            try (ExecutorService callers = Executors.newFixedThreadPool(50)) {
                for (int i = 0; i < 50; i++) {
                    all.add(callers.submit(() -> session.run(RemoteCommand.of("sleep 0.05; echo ok"))));
                }
            }
            for (Future<CommandResult> one : all) {
                assertThat(one.get().out()).isEqualTo("ok\n");
            }
        }
    }

    @Test
    void fiftyAtOnceNeverMeetTheDefaultLimit() throws Exception {
        try (OpenSshServer server = OpenSshServer.start(folder);
                SshSiteSessions sessions = new SshSiteSessions(server.profiles())) {
            SiteSession session = sessions.of(server.account());
            try (ExecutorService callers = Executors.newFixedThreadPool(50)) {
                List<Future<CommandResult>> all = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    all.add(callers.submit(() -> session.run(RemoteCommand.of("echo ok"))));
                }
                for (Future<CommandResult> one : all) {
                    assertThat(one.get().out()).isEqualTo("ok\n");
                }
            }
            assertThat(server.network().accepted()).isLessThanOrEqualTo(2);
            assertThat(Files.readString(folder.resolve("log"))).doesNotContain("no more sessions");
        }
    }

    @Test
    void logsInWithACertificateAndAsksForANewOneWhenItExpired() throws Exception {
        OpenSshServer.keygen("-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("ca").toString());
        OpenSshServer.keygen("-q", "-t", "rsa", "-b", "2048", "-N", "", "-f", folder.resolve("mine").toString());
        try (OpenSshServer server = OpenSshServer.start(folder, "TrustedUserCAKeys " + folder.resolve("ca.pub"));
                SshSiteSessions sessions = new SshSiteSessions(server.profiles(
                        "{kind: certificate, keyFile: ../mine, certificateFile: ../mine-cert.pub}"))) {
            sign("-1h:+1h");
            SiteSession session = sessions.of(server.account());
            assertThat(session.run(RemoteCommand.of("echo in")).out()).isEqualTo("in\n");
            sessions.logout(server.account());
            sign("-2h:-1h");
            assertFailure(() -> session.run(RemoteCommand.of("echo in")), Reason.SITE_NEEDS_LOGIN);
            TimeUnit.MILLISECONDS.sleep(20);
            sign("-1h:+1h");
            assertThat(session.run(RemoteCommand.of("echo in")).out()).isEqualTo("in\n");
        }
    }

    private void sign(String validity) throws Exception {
        OpenSshServer.keygen("-q", "-s", folder.resolve("ca").toString(), "-I", "test", "-n", OpenSshServer.user(),
                "-V", validity, folder.resolve("mine.pub").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa", "ecdsa"})
    void opensAKeyWithThePassphraseOfAnEnvironmentVariable(String type) throws Exception {
        String passphrase = System.getenv("PATH");
        OpenSshServer.keygen("-q", "-t", type, "-N", passphrase, "-f", folder.resolve("locked").toString());
        try (OpenSshServer server = OpenSshServer.start(folder)) {
            Files.copy(folder.resolve("locked.pub"), folder.resolve("authorized"), StandardCopyOption.REPLACE_EXISTING);
            try (SshSiteSessions sessions = new SshSiteSessions(
                    server.profiles("{kind: key, keyFile: ../locked, passphraseEnv: PATH}"))) {
                assertThat(sessions.of(server.account()).run(RemoteCommand.of("echo in")).out()).isEqualTo("in\n");
            }
            try (SshSiteSessions sessions = new SshSiteSessions(
                    server.profiles("{kind: key, keyFile: ../locked, passphraseEnv: HOME}"))) {
                SiteException e = assertFailure(() -> sessions.of(server.account()).run(RemoteCommand.of("true")),
                        Reason.SITE_AUTH_REFUSED);
                assertThat(e.problem().detail()).contains("locked cannot be used");
            }
        }
    }

    @Test
    void logsInWithAnAgent() throws Exception {
        Path socket = Path.of("/tmp").resolve("diamond-agent-" + ProcessHandle.current().pid());
        try (OpenSshServer server = OpenSshServer.start(folder)) {
            assumeTrue(Files.isExecutable(Path.of("/usr/bin/ssh-agent")));
            Process agent = new ProcessBuilder("/usr/bin/ssh-agent", "-D", "-a", socket.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            try (SshSiteSessions sessions =
                    new SshSiteSessions(server.profiles("{kind: agent, socket: " + socket + "}"))) {
                await().atMost(Duration.ofSeconds(5)).until(() -> Files.exists(socket));
                SiteSession session = sessions.of(server.account());
                assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_AUTH_REFUSED);
                ProcessBuilder add = new ProcessBuilder("/usr/bin/ssh-add", "-q", folder.resolve("id").toString());
                add.environment().put("SSH_AUTH_SOCK", socket.toString());
                assertThat(add.start().waitFor()).isZero();
                Files.setLastModifiedTime(socket, FileTime.fromMillis(1000));
                assertThat(session.run(RemoteCommand.of("echo in")).out()).isEqualTo("in\n");
            } finally {
                agent.destroy();
                agent.waitFor();
                Files.deleteIfExists(socket);
            }
        }
    }

    @Test
    void aTimeoutEndsTheWholeCommandAtTheSite() throws Exception {
        // sshd passes signals on only where it has an unprivileged half, which root's logins lack.
        assumeFalse(OpenSshServer.user().equals("root"), "root cannot test this");
        try (OpenSshServer server = OpenSshServer.start(folder);
                SshSiteSessions sessions = new SshSiteSessions(server.profiles())) {
            SiteSession session = sessions.of(server.account());
            String mark = "31" + ProcessHandle.current().pid();
            assertFailure(() -> session.run(RemoteCommand.of("sleep \"$1\"", mark).within(Duration.ofSeconds(1))),
                    Reason.SITE_TIMEOUT);
            await().atMost(Duration.ofSeconds(5)).until(() -> ProcessHandle.allProcesses().noneMatch(p ->
                    p.info().arguments().filter(a -> List.of(a).contains(mark)).isPresent()));
        }
    }

    @Test
    void refusesAnUnknownHostKeyAndOffersOnlyPinnedTypes() throws Exception {
        try (OpenSshServer server = OpenSshServer.start(folder);
                SshSiteSessions sessions = new SshSiteSessions(server.profiles(), SshSettings.DEFAULT,
                        SharedLogins.NONE, Clock.systemUTC())) {
            Path profile = folder.resolve("profiles/real.yaml");
            Files.writeString(profile, Files.readString(profile).replaceFirst("hostKeys: .*", "hostKeys: []"));
            assertFailure(() -> sessions.of(server.account()).run(RemoteCommand.of("true")),
                    Reason.SITE_HOST_KEY_UNKNOWN);
        }
    }
}
