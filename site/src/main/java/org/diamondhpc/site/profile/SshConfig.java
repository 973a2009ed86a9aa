package org.diamondhpc.site.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.sshd.client.config.hosts.HostConfigEntry;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntry;

/**
 * What OpenSSH's own files of a user say of a host: {@code config} and {@code known_hosts} of one folder. Read by
 * Mina's parser, which knows {@code Host} patterns but neither {@code Match} nor {@code Include}.
 */
final class SshConfig {
    private static final int PORT = 22;
    private static final List<String> USUAL_KEYS = List.of("id_ed25519", "id_ecdsa", "id_rsa");

    private final Path folder;

    SshConfig(Path folder) {
        this.folder = folder;
    }

    /** Of the user Diamond runs as. */
    static SshConfig ofUser() {
        return new SshConfig(Path.of(System.getProperty("user.home"), ".ssh"));
    }

    /** The files whose change may change an answer. */
    List<Path> files() {
        return List.of(folder.resolve("config"), folder.resolve("known_hosts"));
    }

    /**
     * A host as the user's configuration has it.
     *
     * @param knownAs the name it has in {@code known_hosts}
     * @param jump what {@code ProxyJump} says
     */
    record Known(String host, int port, String knownAs, String user, Optional<String> jump, Auth auth) {
    }

    /** @throws IllegalArgumentException where the configuration cannot be read or has no entry for the alias */
    Known host(String alias) {
        HostConfigEntry entry = entry(alias).orElseThrow(() ->
                new IllegalArgumentException("no Host in %s matches %s".formatted(folder.resolve("config"), alias)));
        String host = Optional.ofNullable(entry.getHostName()).filter(h -> !h.isBlank()).orElse(alias)
                .replace("%h", alias);
        int port = entry.getPort() > 0 ? entry.getPort() : PORT;
        String user = Optional.ofNullable(entry.getUsername()).filter(u -> !u.isBlank())
                .orElseGet(() -> System.getProperty("user.name"));
        return new Known(host, port, Optional.ofNullable(entry.getProperty("HostKeyAlias")).orElse(host), user,
                Optional.ofNullable(entry.getProxyJump()).filter(j -> !j.isBlank() && !j.equalsIgnoreCase("none")),
                auth(entry, identities(alias), host, port, user));
    }

    private Optional<HostConfigEntry> entry(String alias) {
        try {
            Path config = folder.resolve("config");
            return !Files.exists(config) ? Optional.empty() : Optional.ofNullable(HostConfigEntry
                    .toHostConfigEntryResolver(HostConfigEntry.readHostConfigEntries(config))
                    .resolveEffectiveHost(alias, 0, null, null, null, null));
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(folder.resolve("config") + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** As they are written: the library would take {@code ~} for the home of this process. */
    private List<String> identities(String alias) {
        try {
            return HostConfigEntry.readHostConfigEntries(folder.resolve("config")).stream()
                    .filter(e -> e.isHostMatch(alias, 0)).flatMap(e -> e.getIdentities().stream()).toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(folder.resolve("config") + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The first key that is there, with its certificate where one is named; without a key the agent. */
    private Auth auth(HostConfigEntry entry, List<String> identities, String host, int port, String user) {
        Optional<Path> key = Stream.concat(identities.stream().map(i -> path(i, host, port, user)),
                USUAL_KEYS.stream().map(folder::resolve)).filter(Files::exists).findFirst();
        Optional<Path> certificate = Optional.ofNullable(entry.getProperty("CertificateFile"))
                .map(c -> path(c, host, port, user));
        Optional<Path> agent = Optional.ofNullable(entry.getProperty("IdentityAgent"))
                .filter(a -> !a.equals("none") && !a.equals("SSH_AUTH_SOCK")).map(a -> path(a, host, port, user));
        if (key.isPresent() && agent.isEmpty()) {
            return certificate.<Auth>map(c -> new Auth.Certificate(key.get(), c, Optional.empty()))
                    .orElseGet(() -> new Auth.Key(key.get(), Optional.empty()));
        }
        return new Auth.Agent(agent);
    }

    private Path path(String text, String host, int port, String user) {
        try {
            String home = folder.toAbsolutePath().getParent().toString();
            String plain = text.startsWith("~/") ? home + text.substring(1) : text.replace("%d", home);
            return folder.resolve(HostConfigEntry.resolveIdentityFilePath(plain, host, port, user)).normalize();
        } catch (IOException e) {
            throw new IllegalArgumentException("the path %s cannot be resolved: %s".formatted(text, e.getMessage()), e);
        }
    }

    /**
     * Keys {@code known_hosts} has of a host, as public key lines. Certificate authorities are not taken for host keys,
     * and a revoked key is none.
     *
     * @throws IllegalArgumentException where the file cannot be read
     */
    List<String> keysOf(String host, int port) {
        Path file = folder.resolve("known_hosts");
        try {
            return !Files.exists(file) ? List.of() : KnownHostEntry.readKnownHostEntries(file).stream()
                    .filter(e -> e.getMarker() == null || e.getMarker().isBlank())
                    .filter(e -> e.isHostMatch(host, port)).map(e -> PublicKeyEntry.toString(resolved(e))).toList();
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static PublicKey resolved(KnownHostEntry entry) {
        try {
            return entry.getKeyEntry().resolvePublicKey(null, null, null);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
