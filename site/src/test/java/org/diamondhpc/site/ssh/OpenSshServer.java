package org.diamondhpc.site.ssh;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.testing.TestingRelay;

/** OpenSSH's own sshd on loopback for the user that runs the test; the test is skipped where there is none. */
final class OpenSshServer implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    private final Path folder;
    private final int port;
    private final Process sshd;
    private final TestingRelay relay;

    private OpenSshServer(Path folder, int port, Process sshd) {
        this.folder = folder;
        this.port = port;
        this.sshd = sshd;
        this.relay = TestingRelay.start(port);
    }

    static OpenSshServer start(Path folder, String... extra) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(SSHD), "OpenSSH's sshd is not installed");
        if (user().equals("root")) {
            // As root sshd insists on this empty folder for its unprivileged half.
            Files.createDirectories(Path.of("/run/sshd"));
        }
        keygen("-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("host").toString());
        keygen("-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("id").toString());
        Files.copy(folder.resolve("id.pub"), folder.resolve("authorized"));
        int port = freePort();
        List<String> config = new ArrayList<>(List.of("Port " + port, "ListenAddress 127.0.0.1",
                "HostKey " + folder.resolve("host"), "AuthorizedKeysFile " + folder.resolve("authorized"),
                "PidFile " + folder.resolve("pid"), "UsePAM no", "StrictModes no", "PermitRootLogin yes",
                "Subsystem sftp internal-sftp", "UseDNS no",
                // The tester's own start-up files are none of the test's: some take seconds, or wait for each other.
                "SetEnv HOME=" + Files.createDirectories(folder.resolve("home"))));
        config.addAll(List.of(extra));
        Files.write(folder.resolve("sshd_config"), config);
        Process sshd = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", folder.resolve("sshd_config").toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
        awaitPort(port, sshd, folder.resolve("log"));
        return new OpenSshServer(folder, port, sshd);
    }

    static void keygen(String... args) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ssh-keygen")), "ssh-keygen is not installed");
        List<String> command = new ArrayList<>(List.of("/usr/bin/ssh-keygen"));
        command.addAll(List.of(args));
        Process keygen = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keygen.getInputStream().readAllBytes());
        if (keygen.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    static String user() {
        return System.getProperty("user.name");
    }

    /** @param auth the profile's mapping */
    SiteProfiles profiles(String auth) throws IOException {
        Path profiles = Files.createDirectories(folder.resolve("profiles"));
        Files.writeString(profiles.resolve("real.yaml"), """
                id: real
                transport:
                  kind: ssh
                  hosts: [{host: 127.0.0.1, port: %d}]
                  hostKeys: ["%s"]
                scheduler: {family: fork}
                accounts: [{tenant: "*", user: %s, auth: %s}]
                """.formatted(relay.port(), Files.readString(folder.resolve("host.pub")).strip(), user(), auth));
        return SiteProfiles.load(profiles, Duration.ZERO);
    }

    SiteProfiles profiles() throws IOException {
        return profiles("{kind: key, keyFile: " + folder.resolve("id") + "}");
    }

    AccountId account() {
        return new AccountId(new SiteId("real"), user());
    }

    TestingRelay network() {
        return relay;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitPort(int port, Process sshd, Path log) throws IOException, InterruptedException {
        for (int i = 0; i < 200; i++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
                return;
            } catch (IOException e) {
                assumeTrue(sshd.isAlive(), () -> "sshd does not start here: " + read(log));
                TimeUnit.MILLISECONDS.sleep(25);
            }
        }
        throw new IOException("sshd does not listen: " + read(log));
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        relay.close();
        sshd.descendants().forEach(ProcessHandle::destroyForcibly);
        sshd.destroyForcibly();
    }
}
