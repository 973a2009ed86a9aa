package org.diamondhpc.site.broker;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.ssh.SharedLogins.Endpoint;

/** Files nobody else may read: the key the processes know each other by, and one file a shared login. */
final class StateFolder {
    private static final String PRIVATE_FOLDER = "rwx------";
    private static final String PRIVATE_FILE = "rw-------";

    private final Path folder;
    private final KeyPair clientKey;

    private StateFolder(Path folder, KeyPair clientKey) {
        this.folder = folder;
        this.clientKey = clientKey;
    }

    static StateFolder open(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(PRIVATE_FOLDER));
            return new StateFolder(folder, clientKey(folder));
        } catch (IOException | GeneralSecurityException e) {
            throw SiteException.of(Reason.SITE_MISCONFIGURED, "the folder of shared logins %s cannot be used: %s"
                    .formatted(folder, e.getClass().getSimpleName()), e);
        }
    }

    KeyPair clientKey() {
        return clientKey;
    }

    /** The user name that stands for an account at the loopback server. */
    static String user(AccountId account) {
        return account.site() + "/" + account.user();
    }

    static AccountId account(String user) {
        int slash = user.indexOf('/');
        return new AccountId(new SiteId(user.substring(0, Math.max(slash, 0))), user.substring(slash + 1));
    }

    Optional<Endpoint> find(AccountId account) {
        try {
            Announcement found = DiamondJson.json().readValue(Files.readAllBytes(file(account)), Announcement.class);
            PublicKey hostKey = PublicKeyEntry.parsePublicKeyEntry(found.hostKey()).resolvePublicKey(null, null, null);
            return Optional.of(new Endpoint(user(account), found.port(), hostKey, clientKey));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | GeneralSecurityException e) {
            throw SiteException.of(Reason.SITE_MISCONFIGURED, "a shared login's file cannot be read", e);
        }
    }

    void announce(AccountId account, int port, PublicKey hostKey) throws IOException {
        Path part = privateFile("announce");
        Files.write(part, DiamondJson.json().writeValueAsBytes(
                new Announcement(port, PublicKeyEntry.toString(hostKey), account.toString())));
        Files.move(part, file(account), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes the announcement, unless a later login of another process has replaced it. */
    void retract(AccountId account, int port) {
        if (find(account).filter(e -> e.port() == port).isPresent()) {
            try {
                Files.deleteIfExists(file(account));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Path file(AccountId account) {
        String user = HexFormat.of().formatHex(account.user().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(account.site() + "." + user + ".login");
    }

    private Path privateFile(String prefix) throws IOException {
        return Files.createTempFile(folder, prefix, ".part",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE_FILE)));
    }

    /** The first process makes the key; a link is made by one of many only. */
    private static KeyPair clientKey(Path folder) throws IOException, GeneralSecurityException {
        Path file = folder.resolve("client_key");
        if (!Files.exists(file)) {
            Path part = Files.createTempFile(folder, "client_key", ".part",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE_FILE)));
            try (OutputStream out = Files.newOutputStream(part)) {
                OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(
                        KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, 256), "diamond", null, out);
            }
            link(part, file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            return SecurityUtils.loadKeyPairIdentities(null, NamedResource.ofName("client_key"), in,
                    FilePasswordProvider.EMPTY).iterator().next();
        }
    }

    private static void link(Path part, Path file) throws IOException {
        try {
            Files.createLink(file, part);
        } catch (FileAlreadyExistsException e) {
            // Another process was first; its key counts.
            return;
        } finally {
            Files.delete(part);
        }
    }

    /** @param account for the reader of the folder only */
    private record Announcement(@JsonProperty(required = true) int port, @JsonProperty(required = true) String hostKey,
            String account) { }
}
