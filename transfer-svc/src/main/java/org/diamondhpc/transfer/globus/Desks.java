package org.diamondhpc.transfer.globus;

import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.transfer.globus.api.GlobusApi;
import org.diamondhpc.transfer.globus.api.RateLimit;
import org.diamondhpc.transfer.globus.api.RetryPolicy;
import org.diamondhpc.transfer.globus.auth.AuthClient;
import org.diamondhpc.transfer.globus.auth.Grant;
import org.diamondhpc.transfer.globus.auth.HumanHelp;
import org.diamondhpc.transfer.globus.auth.SecretBox;
import org.diamondhpc.transfer.globus.auth.TokenSource;
import org.diamondhpc.transfer.globus.auth.TokenVault;

/** The configured identities. What is wrong with them is said when the service starts. */
@Startup
@ApplicationScoped
class Desks {
    static final String DEFAULT = "default";
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final Map<String, Desk> desks = new LinkedHashMap<>();
    private final Map<String, String> tenants;

    /** @throws IllegalStateException where identities are configured that cannot work */
    Desks(GlobusConfig config, TokenVault vault, Clock clock) {
        tenants = config.tenants();
        if (config.identities().isEmpty()) {
            return;
        }
        SecretBox box = box(config);
        HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
        AuthClient auth = new AuthClient(http, config.authUrl());
        config.identities().forEach((name, identity) -> {
            Grant grant = grant(name, identity);
            TokenSource tokens = new TokenSource(name, grant, auth, vault, box, clock);
            RateLimit rate = new RateLimit(config.requestsPerSecond() * (int) WINDOW.toSeconds(), WINDOW);
            GlobusApi api = new GlobusApi(http, config.transferUrl(), tokens, rate, RetryPolicy.OFFICIAL);
            GlobusApi quick = new GlobusApi(http, config.transferUrl(), tokens, rate, RetryPolicy.QUICK);
            desks.put(name, new Desk(name, api, quick, tokens, new HumanHelp(config.authUrl(), grant), clock));
        });
        tenants.forEach((tenant, name) -> {
            if (!desks.containsKey(name)) {
                throw new IllegalStateException("diamond.globus.tenants.%s names no identity: %s".formatted(tenant, name));
            }
        });
    }

    /** The identity a tenant uses; empty where it has none. */
    Optional<Desk> of(TenantId tenant) {
        return named(tenants.getOrDefault(tenant.value(), DEFAULT));
    }

    Optional<Desk> named(String identity) {
        return Optional.ofNullable(desks.get(identity));
    }

    private static SecretBox box(GlobusConfig config) {
        try {
            return SecretBox.of(config.keyFile().orElseThrow(() -> new IOException(
                    "is not set; write 32 random bytes in base64 into a file and name it")), new SecureRandom());
        } catch (IOException e) {
            throw new IllegalStateException("diamond.globus.key-file: " + e.getMessage(), e);
        }
    }

    private static Grant grant(String name, GlobusConfig.Identity identity) {
        if (identity.refreshTokenFile().isPresent()) {
            return new Grant.RefreshToken(identity.clientId(), identity.secretFile(), identity.refreshTokenFile().get());
        }
        return new Grant.ClientCredentials(identity.clientId(), identity.secretFile().orElseThrow(() ->
                new IllegalStateException("diamond.globus.identities." + name
                        + " needs a secret-file, or a refresh-token-file to act for a person")));
    }
}
