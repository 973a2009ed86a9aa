package org.diamondhpc.gateway.policy;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TenantId;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * The tokens that may ask, in {@code diamond.tokens.file}: a JSON or YAML list of
 * {@code {sha256, tenant, roles, name}} with only the digests of the tokens. Re-read within a second of a change; a
 * file that cannot be read keeps the last good one in force, so that a slip of the pen locks nobody out.
 */
@ApplicationScoped
class TokenFile {
    private static final Logger LOG = Logger.getLogger(TokenFile.class);
    private static final long LOOK_EVERY_MS = 1000;

    private final Optional<Path> file;
    private final Clock clock;
    private volatile Map<String, Caller> callers = Map.of();
    private volatile long lookedAt;
    private FileTime seen;

    TokenFile(@ConfigProperty(name = "diamond.tokens.file") Optional<Path> file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    Optional<Caller> caller(String token) {
        refresh();
        return Optional.ofNullable(callers.get(digest(token)));
    }

    private void refresh() {
        long now = clock.millis();
        if (file.isEmpty() || Math.abs(now - lookedAt) < LOOK_EVERY_MS) {
            return;
        }
        synchronized (this) {
            if (Math.abs(now - lookedAt) < LOOK_EVERY_MS) {
                return; // read by another request meanwhile
            }
            try {
                FileTime changed = Files.getLastModifiedTime(file.get());
                if (!changed.equals(seen)) {
                    callers = read(file.get());
                    seen = changed;
                    LOG.infof("Tokens read; tokens=%d", callers.size());
                }
            } catch (IOException | IllegalArgumentException e) {
                LOG.errorf("Tokens file cannot be read, the last one stays in force; cause=%s", e.getMessage());
            }
            lookedAt = now; // only now: whoever asks while the first tokens are read waits for them
        }
    }

    private static Map<String, Caller> read(Path file) throws IOException {
        JsonNode tree = DiamondJson.yaml().readTree(file.toFile());
        JsonNode list = tree.isObject() ? tree.path("tokens") : tree;
        Map<String, Caller> all = new HashMap<>();
        for (JsonNode entry : list) {
            String digest = entry.path("sha256").asText().toLowerCase(Locale.ROOT);
            if (!digest.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException("entry " + all.size() + " has no sha256 of 64 hexadecimal digits");
            }
            Set<String> roles = new HashSet<>();
            entry.path("roles").forEach(r -> roles.add(r.asText()));
            TenantId tenant = new TenantId(entry.path("tenant").asText());
            all.put(digest, new Caller(tenant, entry.path("name").asText(tenant.value()),
                    roles.isEmpty() ? Set.of(Roles.USER) : roles));
        }
        return Map.copyOf(all);
    }

    private static String digest(String token) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
