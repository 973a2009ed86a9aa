package org.diamondhpc.transfer.globus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Globus. Without an identity nothing goes by it. */
@ConfigMapping(prefix = "diamond.globus")
public interface GlobusConfig {
    @WithDefault("https://auth.globus.org")
    URI authUrl();

    @WithDefault("https://transfer.api.globus.org")
    URI transferUrl();

    /** 32 random bytes in base64 with which tokens are sealed in the database; needed with the first identity. */
    Optional<Path> keyFile();

    /** By name; {@code default} is used by every tenant that has no other. */
    Map<String, Identity> identities();

    /** The name of the identity a tenant uses, by tenant. */
    Map<String, String> tenants();

    /** When Globus gives a transfer up, counted from its submission. */
    @WithDefault("24h")
    Duration deadline();

    /** What is sent although something lies there: 0 nothing, 1 other sizes, 2 newer, 3 other checksums; not set: all. */
    Optional<Integer> syncLevel();

    /** Whether Globus reads each file back and compares. */
    @WithDefault("true")
    boolean verifyChecksum();

    /** Whether data is encrypted on the way; always where a collection is of high assurance. */
    @WithDefault("false")
    boolean encrypt();

    /** What becomes of links inside folders: ignore, keep or copy. */
    @WithDefault("ignore")
    String symlinks();

    /** Names that are left out of folders, for example {@code *.tmp}. */
    Optional<List<String>> exclude();

    /** Transfers of one identity at once: Globus runs three of a user and queues the others. */
    @WithDefault("3")
    int mostActive();

    /** Files and folders named in one transfer. */
    @WithDefault("1000")
    int mostItems();

    /** Requests a second and identity, metered over ten seconds. */
    @WithDefault("20")
    int requestsPerSecond();

    /** Time to the first look at a task, and after each change. */
    @WithDefault("1s")
    Duration firstLook();

    /** Longest time between two looks. */
    @WithDefault("60s")
    Duration longestLook();

    /** Without a byte for so long a transfer counts as stalled. */
    @WithDefault("10m")
    Duration quiet();

    /** How often it is tried whether a person has helped. */
    @WithDefault("1m")
    Duration humanPause();

    /** After so long without an answer of Globus what it surely does not have goes by the relay. */
    @WithDefault("15m")
    Duration relayAfter();

    /** The first pause after trouble of Globus itself; it doubles. */
    @WithDefault("2s")
    Duration firstPause();

    @WithDefault("5m")
    Duration longestPause();

    /** Who Diamond is to Globus. */
    interface Identity {
        String clientId();

        /** The client's secret. */
        Optional<Path> secretFile();

        /** A person's refresh token; without it the client acts for itself. */
        Optional<Path> refreshTokenFile();
    }
}
