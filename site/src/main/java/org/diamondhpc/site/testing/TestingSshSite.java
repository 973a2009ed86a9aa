package org.diamondhpc.site.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.helpers.AbstractSession;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.site.profile.SiteProfiles;

/**
 * A site on loopback: real SSH, real processes, real SFTP, a home folder of its own, and a profile that fits. Commands
 * run as this user; nothing needs root. Switches make it misbehave. Closing it ends its connections and removes its
 * folder.
 *
 * <pre>{@code
 * try (TestingSshSite site = TestingSshSite.start("alpha");
 *         SiteSessions sessions = new SshSiteSessions(site.profiles())) {
 *     sessions.of(site.account()).run(RemoteCommand.of("hostname"));
 * }
 * }</pre>
 */
public final class TestingSshSite implements AutoCloseable {
    private static final String USER = "tester";

    private final SiteId id;
    private final Path root;
    private final SshServer server;
    private final TestingRelay relay;
    private final TestingQuestion question = new TestingQuestion(USER);
    private volatile KeyPair hostKey = newKey();
    private final PublicKey pinned = hostKey.getPublic();
    private volatile String shell = "/bin/sh";
    private volatile String noise = "";
    private volatile boolean keysOpen = true;
    private String auth;
    private String jump = "null";
    private String scheduler = "{family: fork, slots: 2}";
    private String prologue = "";
    private int maxConnections = 2;
    private int maxChannels = 5;

    private TestingSshSite(String id) throws IOException {
        this.id = new SiteId(id);
        this.root = Files.createTempDirectory("diamond-site-");
        Files.createDirectories(home());
        Files.createDirectories(profileFolder());
        KeyPair login = newKey();
        writeKey(keyFile(), login);
        auth = "{kind: key, keyFile: " + keyFile() + "}";
        server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(session -> List.of(hostKey));
        server.setPublickeyAuthenticator((user, key, session) ->
                keysOpen && user.equals(USER) && KeyUtils.compareKeys(key, login.getPublic()));
        server.setKeyboardInteractiveAuthenticator(question);
        server.setCommandFactory((channel, command) -> new LoginShellCommand(List.of(shell, "-c", command),
                environment(), () -> noise));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
        CoreModuleProperties.TCP_NODELAY.set(server, true);
        server.start();
        relay = TestingRelay.start(server.getPort());
        writeProfile();
    }

    /** Starts a site; its profile says {@code family: fork} and logs in with a key. */
    public static TestingSshSite start(String id) {
        try {
            return new TestingSshSite(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public SiteId id() {
        return id;
    }

    public AccountId account() {
        return new AccountId(id, USER);
    }

    /** The login's home folder, as a path of this machine. */
    public Path home() {
        return root.resolve("home");
    }

    /** A folder that holds this site's profile; profiles of other sites may be copied into it. */
    public Path profileFolder() {
        return root.resolve("profiles");
    }

    /** The login's private key. */
    public Path keyFile() {
        return root.resolve("id_ed25519");
    }

    /** The network in front of the site. */
    public TestingRelay network() {
        return relay;
    }

    /** The profile, looked at anew with every call. */
    public SiteProfiles profiles() {
        return SiteProfiles.load(profileFolder(), Duration.ZERO);
    }

    /** The shell that sees exec strings. */
    public TestingSshSite shell(String path) {
        shell = path;
        return this;
    }

    /** Text on stdout before and after every command, as from a shell's start-up file. */
    public TestingSshSite noise(String text) {
        noise = text;
        return this;
    }

    /** Whether the profile's key is let in. */
    public TestingSshSite acceptKeys(boolean on) {
        keysOpen = on;
        return this;
    }

    /** Asks for a one-time code instead of a key, and says so in the profile. */
    public TestingSshSite oneTimeCode(String expected) {
        question.expect(expected);
        keysOpen = false;
        return auth("{kind: keyboard-interactive}");
    }

    /** How often somebody answered the question for a code. */
    public int answers() {
        return question.answers();
    }

    /** Shows another host key from now on; the profile keeps the old one. */
    public TestingSshSite changeHostKey() {
        hostKey = newKey();
        return this;
    }

    /** The {@code auth} mapping of the profile's account. */
    public TestingSshSite auth(String yaml) {
        auth = yaml;
        return writeProfile();
    }

    /** The {@code scheduler} mapping of the profile. */
    public TestingSshSite scheduler(String yaml) {
        scheduler = yaml;
        return writeProfile();
    }

    public TestingSshSite prologue(String lines) {
        prologue = lines;
        return writeProfile();
    }

    public TestingSshSite budget(int connections, int channels) {
        maxConnections = connections;
        maxChannels = channels;
        return writeProfile();
    }

    /** Is reached through another site from now on; both profiles then belong in one folder. */
    public TestingSshSite through(TestingSshSite other) {
        jump = other.id.value();
        return writeProfile();
    }

    /** Logged-in connections now. */
    public int connections() {
        return (int) server.getActiveSessions().stream().filter(AbstractSession::isAuthenticated).count();
    }

    private TestingSshSite writeProfile() {
        String yaml = """
                id: %s
                description: A site on loopback
                transport:
                  kind: ssh
                  hosts: [{host: 127.0.0.1, port: %d}]
                  hostKeys: ["%s"]
                  jump: %s
                  maxConnections: %d
                  maxChannels: %d
                prologue: "%s"
                scheduler: %s
                storage: {root: "$HOME/.diamond"}
                accounts: [{tenant: "*", user: %s, auth: %s}]
                """.formatted(id, relay.port(), PublicKeyEntry.toString(pinned), jump, maxConnections, maxChannels,
                prologue.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"), scheduler, USER, auth);
        try {
            Files.writeString(profileFolder().resolve(id + ".yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** With what spoils a scheduler's output where nobody clears it. */
    private Map<String, String> environment() {
        return Map.of("HOME", home().toString(), "USER", USER, "LOGNAME", USER,
                "PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"), "SQUEUE_FORMAT", "%i",
                "SLURM_TIME_FORMAT", "relative", "LC_ALL", "C.UTF-8");
    }

    private static KeyPair newKey() {
        try {
            return KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, 256);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot make ed25519 keys", e);
        }
    }

    private static void writeKey(Path file, KeyPair key) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "a test's key", null, out);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        relay.close();
        server.close(true);
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
