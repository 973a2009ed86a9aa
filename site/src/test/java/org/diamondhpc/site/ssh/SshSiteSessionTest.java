package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SshSiteSessionTest {
    private static final SshSettings QUICK = SshSettings.DEFAULT.withKeepAlive(Duration.ofMillis(300), 2)
            .withChannelWait(Duration.ofSeconds(5)).withBreaker(2, Duration.ofMillis(300), Duration.ofMillis(600));

    private final TestingSshSite site = TestingSshSite.start("alpha");
    private final SshSiteSessions sessions =
            new SshSiteSessions(site.profiles(), QUICK, SharedLogins.NONE, Clock.systemUTC());
    private final SiteSession session = sessions.of(site.id(), new TenantId("anyone"));

    @AfterEach
    void close() {
        sessions.close();
        site.close();
    }

    @Test
    void runsAProgramWithDataThatStaysData() {
        String evil = "'; touch /tmp/owned; $(id) `id` \"\\\n\t*?~!";
        CommandResult result = session.run(RemoteCommand.of("printf '%s|' \"$@\"; cat; exit 7", evil, "")
                .withStdin("from stdin\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(result.out()).isEqualTo(evil + "||from stdin\n");
        assertThat(result.exit()).isEqualTo(7);
        assertThat(result.truncated()).isFalse();
    }

    @Test
    void clearsTheEnvironment() {
        String environment = session.run(RemoteCommand.of("env | sort")).orThrow("env").out();
        assertThat(environment.lines().map(l -> l.replaceFirst("=.*", "")))
                .contains("HOME", "LC_ALL", "LOGNAME", "PATH", "TZ", "USER")
                .isSubsetOf("HOME", "LC_ALL", "LOGNAME", "PATH", "TZ", "USER", "PWD", "OLDPWD", "SHLVL", "_");
        assertThat(environment).contains("LC_ALL=C\n", "TZ=UTC0\n", "HOME=" + site.home());
    }

    @Test
    void runsTheProloguesLinesFirstAndSilently() {
        site.prologue("echo loud\nexport SLURM_CONF=\"/etc/x\"\ncat");
        CommandResult result = session.run(RemoteCommand.of("printf %s \"$SLURM_CONF\"; cat")
                .withStdin("mine".getBytes(StandardCharsets.UTF_8)));
        assertThat(result.out()).isEqualTo("/etc/xmine");
    }

    @Test
    void stripsBannersAroundTheOutput() {
        site.noise("*** Maintenance on Monday ***\n");
        CommandResult result = session.run(RemoteCommand.of("echo out; echo err >&2"));
        assertThat(result.out()).isEqualTo("out\n");
        assertThat(result.err()).isEqualTo("err\n");
    }

    @Test
    void namesALoginThatCannotRunCommands() {
        site.shell("/bin/false");
        assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_MISCONFIGURED);
    }

    @Test
    void cutsOutputAtItsCapAndSaysSo() {
        CommandResult result = session.run(RemoteCommand.of("head -c 5000000 /dev/zero").capped(1000));
        assertThat(result.stdout()).hasSize(1000);
        assertThat(result.truncated()).isTrue();
        assertThatThrownBy(() -> result.orThrow("reading")).isInstanceOf(SiteException.class);
    }

    @Test
    void carriesLargeInputAndOutputAtOnce() {
        byte[] data = new byte[6 << 20];
        new Random(1).nextBytes(data);
        CommandResult result = session.run(RemoteCommand.of("cat").withStdin(data));
        assertThat(result.stdout()).isEqualTo(data);
    }

    @Test
    void streamsBothWays() throws IOException {
        byte[] data = new byte[3 << 20];
        new Random(2).nextBytes(data);
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        try (RemoteStream stream = session.open(RemoteCommand.of("echo note >&2; cat; exit 3"))) {
            Thread writer = Thread.startVirtualThread(() -> {
                try (var stdin = stream.stdin()) {
                    stdin.write(data);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            stream.stdout().transferTo(got);
            CommandResult result = stream.await();
            assertThat(result.exit()).isEqualTo(3);
            assertThat(result.err()).isEqualTo("note\n");
            assertThat(writer).isNotNull();
        }
        assertThat(got.toByteArray()).isEqualTo(data);
    }

    @Test
    void aSlowReaderHoldsTheSiteBackAndMissesNothing() throws Exception {
        int size = 40_000_000;
        try (RemoteStream stream = session.open(RemoteCommand.of("""
                cd
                head -c "$1" /dev/zero
                echo all >sent""", Integer.toString(size)))) {
            InputStream stdout = stream.stdout();
            stdout.readNBytes(1000);
            Thread.sleep(500);
            assertThat(site.home().resolve("sent")).doesNotExist();
            assertThat(stdout.readAllBytes()).hasSize(size - 1000);
            assertThat(stream.await().exit()).isZero();
        }
        assertThat(site.home().resolve("sent")).exists();
    }

    @Test
    void anAbandonedStreamLeavesItsConnectionToOthers() throws Exception {
        session.open(RemoteCommand.of("cat /dev/zero")).close();
        try (RemoteStream unread = session.open(RemoteCommand.of("cat /dev/zero"))) {
            unread.stdout().readNBytes(100_000);
            assertThat(session.run(RemoteCommand.of("echo others")).out()).isEqualTo("others\n");
        }
        assertThat(session.run(RemoteCommand.of("echo again")).out()).isEqualTo("again\n");
    }

    @Test
    void neverTakesACutForAnEnd() throws Exception {
        Future<CommandResult> running = run(() -> session.run(RemoteCommand.of("cd; >started; sleep 30")));
        waitForStart();
        site.network().cut();
        SiteException failure = catchThrowableOfType(SiteException.class, () -> result(running));
        assertThat(failure.reason()).isEqualTo(Reason.SITE_CONNECTION_LOST);
        assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(session.run(RemoteCommand.of("echo back")).out()).isEqualTo("back\n");
    }

    @Test
    void aStreamThatIsCutDoesNotEnd() {
        try (RemoteStream stream = session.open(RemoteCommand.of("echo x; sleep 30"))) {
            InputStream stdout = stream.stdout();
            assertThatThrownBy(() -> {
                stdout.read(new byte[2]);
                site.network().cut();
                stdout.readAllBytes();
            }).isInstanceOf(IOException.class);
        }
    }

    @Test
    void noticesADeadLineByKeepAlive() throws Exception {
        session.run(RemoteCommand.of("true"));
        Future<CommandResult> running = run(() -> session.run(RemoteCommand.of("cd; >started; sleep 30")));
        waitForStart();
        long began = System.nanoTime();
        site.network().stall(true);
        assertFailure(() -> result(running), Reason.SITE_CONNECTION_LOST);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
        site.network().stall(false);
        assertThat(session.run(RemoteCommand.of("echo back")).out()).isEqualTo("back\n");
    }

    @Test
    void endsACommandAtItsTimeout() {
        assertFailure(() -> session.run(RemoteCommand.of("sleep 30").within(Duration.ofMillis(400))),
                Reason.SITE_TIMEOUT);
        assertThat(session.run(RemoteCommand.of("echo still here")).out()).isEqualTo("still here\n");
    }

    @Test
    void refusesAChangedHostKeyWithItsFingerprint() {
        site.changeHostKey();
        SiteException failure =
                assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_HOST_KEY_CHANGED);
        assertThat(failure.problem().detail()).contains("SHA256:");
        assertThat(failure.problem().whatToDo()).contains("ssh-ed25519 AAAA");
        assertThat(session.health().state()).isEqualTo(SiteHealth.State.REFUSED);
    }

    @Test
    void doesNotRepeatARefusedLoginUntilTheKeyFileChanges() throws Exception {
        site.acceptKeys(false);
        assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_AUTH_REFUSED);
        int tries = site.network().accepted();
        assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_AUTH_REFUSED);
        assertThat(site.network().accepted()).isEqualTo(tries);
        assertThat(session.health().state()).isEqualTo(SiteHealth.State.REFUSED);

        site.acceptKeys(true);
        Files.setLastModifiedTime(site.keyFile(), FileTime.fromMillis(1000));
        assertThat(session.run(RemoteCommand.of("true")).ok()).isTrue();
        assertThat(session.health().state()).isEqualTo(SiteHealth.State.CONNECTED);
    }

    @Test
    void failsFastWhileASiteIsDownAndComesBackByItself() throws Exception {
        site.network().refuse(true);
        assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_UNREACHABLE);
        assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_UNREACHABLE);
        SiteException open = assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_UNREACHABLE);
        assertThat(open.retryAt()).isPresent();
        assertThat(session.health().nextTry()).isPresent();
        site.network().refuse(false);
        Thread.sleep(Duration.between(Instant.now(), open.retryAt().get()).toMillis() + 50);
        assertThat(session.run(RemoteCommand.of("echo back")).out()).isEqualTo("back\n");
    }

    @Test
    void fiftyCallersShareTheBudget() throws Exception {
        List<Future<CommandResult>> all = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                String number = Integer.toString(i);
                all.add(callers.submit(() -> session.run(RemoteCommand.of("sleep 0.05; printf %s \"$1\"", number))));
            }
        }
        for (int i = 0; i < 50; i++) {
            assertThat(all.get(i).get().out()).isEqualTo(Integer.toString(i));
        }
        assertThat(site.network().accepted()).isLessThanOrEqualTo(2);
    }

    @Test
    void saysBusyWhenTheWaitForAChannelIsTooLong() throws Exception {
        site.budget(1, 1);
        try (SshSiteSessions impatient = new SshSiteSessions(site.profiles(),
                QUICK.withChannelWait(Duration.ofMillis(200)), SharedLogins.NONE, Clock.systemUTC())) {
            SiteSession one = impatient.of(site.account());
            one.run(RemoteCommand.of("true"));
            run(() -> one.run(RemoteCommand.of("cd; >started; sleep 2")));
            waitForStart();
            assertFailure(() -> one.run(RemoteCommand.of("true")), Reason.SITE_BUSY);
        }
    }

    @Test
    void knowsNeitherOtherSitesNorTenantsWithoutAccount() {
        assertFailure(() -> sessions.of(new SiteId("other"), new TenantId("t")), Reason.SITE_UNKNOWN);
        assertFailure(() -> sessions.of(new AccountId(site.id(), "root")), Reason.SITE_NO_ACCOUNT);
    }

    @Test
    void takesAChangedProfileWithTheNextCall() {
        assertThat(session.run(RemoteCommand.of("printf %s \"${X-unset}\"")).out()).isEqualTo("unset");
        site.prologue("export X=set");
        assertThat(session.run(RemoteCommand.of("printf %s \"${X-unset}\"")).out()).isEqualTo("set");
    }

    @Test
    void expandsTheHomeFolder() {
        assertThat(session.expand("$HOME/.diamond")).isEqualTo(site.home() + "/.diamond");
        assertThat(session.expand("/scratch/$HOME")).isEqualTo("/scratch/$HOME");
    }

    private void waitForStart() throws InterruptedException {
        while (!Files.exists(site.home().resolve("started"))) {
            Thread.sleep(10);
        }
    }

    private static <T> Future<T> run(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static void result(Future<CommandResult> running) throws Throwable {
        try {
            running.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    static SiteException assertFailure(ThrowingCallable call, Reason reason) {
        SiteException failure = catchThrowableOfType(SiteException.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).as(failure.toString()).isEqualTo(reason);
        return failure;
    }
}
