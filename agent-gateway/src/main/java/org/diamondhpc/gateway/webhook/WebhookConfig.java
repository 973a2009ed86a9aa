package org.diamondhpc.gateway.webhook;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an operator may set of webhooks. */
@ConfigMapping(prefix = "diamond.gateway.webhooks")
public interface WebhookConfig {
    /** Seals the secrets in the database, at least 32 characters; without it there are no webhooks. */
    Optional<String> secretsKey();

    /** The only hosts they may be sent to, {@code hooks.example.org} or {@code *.example.org}; none: any. */
    Optional<List<String>> allowedHosts();

    /** Networks they may be sent to although they are not public, {@code 10.1.0.0/16}. */
    Optional<List<String>> allowedNetworks();

    /** Whether they may be sent to this machine itself, and there without TLS; for use on one machine. */
    @WithDefault("false")
    boolean loopback();

    /** Certificates (PEM) of authorities to trust instead of the JDK's. */
    Optional<Path> trustFile();

    /** Webhooks a session may have. */
    @WithDefault("10")
    int perSession();

    /** How long connecting and answering may take in all. */
    @WithDefault("15s")
    Duration timeout();

    /** The pause after the first failure; doubled with each further one. */
    @WithDefault("5s")
    Duration firstPause();

    /** The longest pause, unless the receiver asks for more (at most a day). */
    @WithDefault("1h")
    Duration longestPause();

    /** Failing for so long stops a webhook until somebody asks for redelivery. */
    @WithDefault("3d")
    Duration giveUpAfter();
}
