package org.diamondhpc.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.diamondhpc.cli.testing.StubGateway;
import org.diamondhpc.cli.testing.StubGateway.Asked;
import org.diamondhpc.cli.testing.StubGateway.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DownloadTest {
    private static final WorkspacePath FILE = WorkspacePath.parse("ws://demo/a b/ü.bin");
    private static final String GET = "GET /v1/workspaces/demo/files/a b/ü.bin";
    private final byte[] content = new byte[300_000];
    private StubGateway gateway;
    private DiamondClient client;
    @TempDir
    Path folder;

    @BeforeEach
    void begin() throws IOException {
        new Random(1).nextBytes(content);
        gateway = new StubGateway();
        client = DiamondClient.of(gateway.url(), null,
                new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(10)));
    }

    @AfterEach
    void end() {
        client.close();
        gateway.close();
    }

    @Test
    void cutDownloadGoesOnAndIsVerified() throws IOException {
        gateway.on(GET, asked -> served(asked, content, asked.header("Range") == null ? 100_000 : content.length));

        String sum = client.files().get(FILE, folder.resolve("x/ü.bin"), Sha256.of(content), bytes -> { });

        assertThat(folder.resolve("x/ü.bin")).hasBinaryContent(content);
        assertThat(sum).isEqualTo(Sha256.of(content));
        assertThat(gateway.asked(GET)).hasSize(2);
        Asked second = gateway.asked(GET).get(1);
        assertThat(second.header("Range")).isEqualTo("bytes=100000-");
        assertThat(second.header("If-Range")).isEqualTo("\"" + Sha256.of(content) + "\"");
        assertThat(folder.resolve("x")).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void partOfAnEarlierProcessIsUsed() throws IOException {
        Files.write(folder.resolve("f.part"), Arrays.copyOf(content, 200_000));
        gateway.on(GET, asked -> served(asked, content, content.length));

        client.files().get(FILE, folder.resolve("f"), Sha256.of(content), bytes -> { });

        assertThat(folder.resolve("f")).hasBinaryContent(content);
        assertThat(gateway.asked(GET)).singleElement().satisfies(a ->
                assertThat(a.header("Range")).isEqualTo("bytes=200000-"));
    }

    @Test
    void wrongContentLeavesNothingBehind() {
        gateway.on(GET, asked -> served(asked, content, content.length));

        assertThatThrownBy(() -> client.files().get(FILE, folder.resolve("f"), "0".repeat(64), bytes -> { }))
                .hasMessageContaining("TRANSFER_CHECKSUM_MISMATCH");
        assertThat(folder).isEmptyDirectory();
    }

    /** As the gateway serves: one range, an ETag of the checksum, and at most {@code most} bytes before the cut. */
    private static Reply served(Asked asked, byte[] all, int most) {
        String range = asked.header("Range");
        String etag = "\"" + Sha256.of(all) + "\"";
        boolean part = range != null && etag.equals(asked.header("If-Range"));
        int from = part ? Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1")) : 0;
        Map<String, String> headers = new HashMap<>(Map.of("ETag", etag));
        if (part) {
            headers.put("Content-Range", "bytes " + from + "-" + (all.length - 1) + "/" + all.length);
        }
        return new Reply(part ? 206 : 200, headers, Arrays.copyOfRange(all, from, Math.min(all.length, from + most)),
                all.length - from);
    }
}
