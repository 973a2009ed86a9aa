package org.diamondhpc.standalone;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The bearer tokens of an instance: {@code NAME.token} for whoever may read the folder, and {@code tokens.json} with only
 * their digests for the gateway. A token file that is removed is made anew at the next start, which revokes the old one.
 */
record Tokens(Path folder) {
    private static final Map<String, List<String>> ROLES =
            Map.of("admin", List.of("admin", "user"), "demo", List.of("user"), "other", List.of("user"));

    void prepare(SecureRandom random) throws IOException {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (String tenant : ROLES.keySet().stream().sorted().toList()) {
            String token = new PrivateFile(file(tenant)).secret(random, 32);
            entries.add(new TreeMap<>(Map.of("sha256", digest(token), "tenant", tenant, "roles", ROLES.get(tenant))));
        }
        String json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(entries) + "\n";
        if (!Files.exists(digests()) || !Files.readString(digests()).equals(json)) {
            new PrivateFile(digests()).write(json);
        }
    }

    Path digests() {
        return folder.resolve("tokens.json");
    }

    Path file(String tenant) {
        return folder.resolve(tenant + ".token");
    }

    private static String digest(String token) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
