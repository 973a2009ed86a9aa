package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files by logical path, and notes. */
@QuarkusTest
class WorkspacesTest extends GatewayTest {
    @Inject
    PlayedServices services;
    @Inject
    ClaimStore claims;
    private String ws;

    @BeforeEach
    void workspace() {
        ws = "w" + UUID.randomUUID().toString().substring(0, 8);
    }

    @Test
    void uploadComesBackWholeAndInParts() throws Exception {
        byte[] bytes = new byte[3_000_000];
        new Random(1).nextBytes(bytes);
        String sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));

        Api.Reply put = put("a/b c/ü.bin".replace(" ", "%20").replace("ü", "%C3%BC"), bytes,
                "X-Checksum-Sha256", sha);

        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(put.json().path("uri").asText()).isEqualTo("ws://" + ws + "/a/b c/ü.bin");
        String path = file("a/b%20c/%C3%BC.bin");
        Api.Reply whole = alice.get(path);
        assertThat(whole.http().body()).isEqualTo(bytes);
        assertThat(whole.header("etag")).isEqualTo("\"" + sha + "\"");
        assertThat(alice.get(path, "If-None-Match", "\"" + sha + "\"").status()).isEqualTo(304);
        Api.Reply part = alice.get(path, "Range", "bytes=10-19");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.http().body()).isEqualTo(Arrays.copyOfRange(bytes, 10, 20));
        assertThat(part.header("content-range")).isEqualTo("bytes 10-19/3000000");
        assertThat(alice.get(path, "Range", "bytes=-5").http().body()).hasSize(5);
        assertThat(alice.get(path, "Range", "bytes=3000000-").status()).isEqualTo(416);
        Api.Reply head = alice.send("HEAD", path, null);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("content-length")).isEqualTo("3000000");
        assertThat(bob.get(path).status()).isEqualTo(404);
    }

    @Test
    void wrongChecksumIsRefused() {
        Api.Reply hex = put("x", "abc".getBytes(StandardCharsets.UTF_8), "X-Checksum-Sha256", "0".repeat(64));
        Api.Reply digest = put("x", "abc".getBytes(StandardCharsets.UTF_8), "Digest",
                "sha-256=" + Base64.getEncoder().encodeToString(new byte[32]));

        assertThat(hex.status()).isEqualTo(422);
        assertThat(hex.reason()).isEqualTo("TRANSFER_CHECKSUM_MISMATCH");
        assertThat(digest.reason()).isEqualTo("TRANSFER_CHECKSUM_MISMATCH");
        assertThat(alice.get(file("x")).status()).isEqualTo(404);
    }

    @Test
    void hostilePathsAreRefused() {
        for (String path : new String[] {"%2e%2e/x", "a/%00x", "a/%0ax", "%2fetc/passwd",
            "a/" + "n".repeat(256)}) {
            Api.Reply reply = put(path, new byte[0]);

            assertThat(reply.status()).as(path).isBetween(400, 404);
        }
    }

    @Test
    void filesAreListedByPrefixInPages() {
        for (String name : new String[] {"in/1", "in/2", "in/3", "out/1"}) {
            put(name, name.getBytes(StandardCharsets.UTF_8));
        }

        JsonNode page = alice.get("/v1/workspaces/" + ws + "/files?prefix=in/&limit=2").json();
        JsonNode rest = alice.get("/v1/workspaces/" + ws + "/files?prefix=in/&limit=2&cursor="
                + page.path("next").asText()).json();

        assertThat(page.path("items").findValuesAsText("path")).contains("in/1", "in/2");
        assertThat(rest.path("items")).hasSize(1);
        assertThat(rest.has("next")).isFalse();
        assertThat(alice.get("/v1/workspaces").json().path("items").findValuesAsText("id")).contains(ws);
        assertThat(alice.send("DELETE", file("in/1"), null).status()).isEqualTo(204);
        assertThat(alice.get(file("in/1")).status()).isEqualTo(404);
    }

    @Test
    void outputOfATaskIsFetchedFromItsSiteWhenAskedFor() {
        String task = submit("{\"executable\": \"true\", \"workspace\": \"" + ws + "\"}");
        byte[] bytes = "hello".getBytes(StandardCharsets.UTF_8);
        services.play(SiteRequest.FetchFile.class, request -> {
            try {
                ClaimRef claim = claims.put(new ByteArrayInputStream(bytes));
                return new SiteReply.Claimed("a".repeat(64).equals(request.sha256()) ? claim.sha256() : "x", 5);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");

        JsonNode facts = alice.get(file(task + "/out.txt?view=facts")).json();
        Api.Reply content = alice.get(file(task + "/out.txt"));

        assertThat(facts.path("lineage").path("task").asText()).isEqualTo(task);
        assertThat(facts.path("replicas").get(0).path("site").asText()).isEqualTo("alpha");
        assertThat(content.status()).as("the copy differs from what the catalogue says").isEqualTo(422);
        assertThat(content.reason()).isEqualTo("TRANSFER_CHECKSUM_MISMATCH");
    }

    @Test
    void uploadedFileIsAnInput() {
        put("data.txt", "abc".getBytes(StandardCharsets.UTF_8));

        String task = submit("{\"executable\": \"true\", \"inputs\": [{\"from\": \"ws://" + ws + "/data.txt\"}]}");
        Api.Reply missing = alice.post("/v1/tasks",
                "{\"executable\": \"true\", \"inputs\": [{\"from\": \"ws://" + ws + "/none.txt\"}]}");

        assertThat(order(task).inputs()).singleElement().satisfies(i -> {
            assertThat(i.size()).isEqualTo(3);
            assertThat(i.replicas().getFirst().site()).isNull();
            assertThat(i.to()).isEqualTo("data.txt");
        });
        assertThat(missing.status()).isEqualTo(422);
        assertThat(missing.json().path("violations").get(0).path("pointer").asText()).isEqualTo("/inputs/0/from");
    }

    @Test
    void notesAreWrittenReadAndGuarded() {
        String path = "/v1/workspaces/" + ws + "/notes/plan";
        Api.Reply first = alice.send("PUT", path, "step 1".getBytes(StandardCharsets.UTF_8), "Content-Type",
                "text/plain");

        Api.Reply lost = alice.send("PUT", path, "step 2".getBytes(StandardCharsets.UTF_8), "Content-Type",
                "text/plain", "If-Match", "\"v7\"");
        Api.Reply won = alice.send("PUT", path, "step 3".getBytes(StandardCharsets.UTF_8), "Content-Type",
                "text/plain", "If-Match", first.header("etag"));

        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(lost.status()).isEqualTo(409);
        assertThat(won.status()).isEqualTo(200);
        assertThat(alice.get(path).text()).isEqualTo("step 3");
        assertThat(bob.get(path).status()).isEqualTo(404);
    }

    private Api.Reply put(String path, byte[] bytes, String... headers) {
        return alice.send("PUT", file(path), bytes, Stream.concat(
                Stream.of("Content-Type", "application/octet-stream"),
                Stream.of(headers)).toArray(String[]::new));
    }

    private String file(String path) {
        return "/v1/workspaces/" + ws + "/files/" + path;
    }
}
