package org.diamondhpc.gateway.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
    @TempDir
    Path folder;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void changedFileIsReadAgainAndABadOneChangesNothing() throws Exception {
        Path file = folder.resolve("tokens");
        write(file, "one", "alice");
        TokenFile tokens = new TokenFile(Optional.of(file), clock());
        assertThat(tokens.caller("one")).hasValueSatisfying(c -> assertThat(c.tenant().value()).isEqualTo("alice"));

        write(file, "two", "bob");
        now = now.plusSeconds(2);
        assertThat(tokens.caller("one")).isEmpty();
        assertThat(tokens.caller("two")).isPresent();

        Files.writeString(file, "- sha256: nonsense");
        touch(file);
        now = now.plusSeconds(2);
        assertThat(tokens.caller("two")).isPresent();
    }

    @Test
    void withoutAFileNobodyIsKnown() {
        assertThat(new TokenFile(Optional.empty(), clock()).caller("one")).isEmpty();
    }

    @RepeatedTest(5)
    void theFirstRequestsAllAtOnceAreKnownCallers() throws Exception {
        Path file = folder.resolve("tokens");
        write(file, "one", "alice");
        TokenFile tokens = new TokenFile(Optional.of(file), clock());
        CountDownLatch go = new CountDownLatch(1);
        List<Future<Optional<Caller>>> asked = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < 16; i++) {
                asked.add(threads.submit(() -> {
                    go.await();
                    return tokens.caller("one");
                }));
            }

            go.countDown();

            for (Future<Optional<Caller>> caller : asked) {
                assertThat(caller.get()).isPresent();
            }
        }
    }

    private void write(Path file, String token, String tenant) throws IOException, NoSuchAlgorithmException {
        String digest = HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        Files.writeString(file, "- {sha256: " + digest + ", tenant: " + tenant + ", roles: [user]}\n");
        touch(file);
    }

    private void touch(Path file) throws IOException {
        now = now.plusSeconds(1);
        Files.setLastModifiedTime(file, FileTime.from(now));
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }
}
