package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class DeleteTest extends Ends {
    @Test
    void removesTreesButNotWhatLinksPointAt() throws IOException {
        write(betaRoot, "tree/deep/file", "1");
        write(betaRoot, "kept", "2");
        Files.createSymbolicLink(betaRoot.resolve("tree/link"), betaRoot);

        JsonNode task = client.succeeded(client.submit(Client.delete(beta, "/tree", d -> d.put("recursive", true))));

        assertThat(betaRoot.toFile().list()).containsExactly("kept");
        assertThat(task.get("type").textValue()).isEqualTo("DELETE");
        assertThat(task.get("destination_endpoint_id").isNull()).isTrue();
    }

    @Test
    void failsOverWhatIsMissing() {
        JsonNode failed = client.awaitTask(client.submit(Client.delete(beta, "/none", d -> { })), "status", "FAILED");
        JsonNode ignored = client.succeeded(client.submit(Client.delete(beta, "/none", d -> d.put("ignore_missing", true))));

        assertThat(failed.get("fatal_error").toString())
                .isEqualTo("{\"code\":\"FILE_NOT_FOUND\",\"description\":\"file not found\"}");
        assertThat(ignored.get("fatal_error").isNull()).isTrue();
    }

    @Test
    void needsLeaveForDirectories() {
        write(betaRoot, "tree/file", "1");

        client.awaitTask(client.submit(Client.delete(beta, "/tree", d -> { })), "status", "FAILED");

        assertThat(betaRoot.resolve("tree/file")).exists();
    }

    @Test
    void takesPatternsWhereAsked() {
        write(betaRoot, "a.tmp", "1");
        write(betaRoot, "b.tmp", "2");
        write(betaRoot, "c.txt", "3");

        client.succeeded(client.submit(Client.delete(beta, "/*.tmp", d -> d.put("interpret_globs", true))));

        assertThat(betaRoot.toFile().list()).containsExactly("c.txt");
    }
}
