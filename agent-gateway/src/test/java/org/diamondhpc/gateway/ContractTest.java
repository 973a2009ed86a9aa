package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds for every resource: who may ask, asking once, pages, versions. */
@QuarkusTest
class ContractTest extends GatewayTest {
    @Test
    void noTokenIsRefusedWithWhatToDo() {
        Api.Reply reply = api(null).get("/v1/tasks");

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("content-type")).startsWith("application/problem+json");
        assertThat(reply.header("www-authenticate")).isEqualTo("Bearer");
        assertThat(reply.reason()).isEqualTo("AUTH_MISSING");
        assertThat(reply.json().path("whatToDo").asText()).contains("token");
    }

    @Test
    void unknownTokenIsRefused() {
        assertThat(api("wrong").get("/v1/sites").reason()).isEqualTo("AUTH_MISSING");
    }

    @Test
    void viewerReadsAndDoesNotWrite() {
        Api viewer = api("viewer-token");
        String task = submit(SLEEP);

        Api.Reply write = viewer.post("/v1/tasks", SLEEP);

        assertThat(write.status()).isEqualTo(403);
        assertThat(write.reason()).isEqualTo("AUTH_FORBIDDEN");
        assertThat(viewer.get("/v1/tasks/" + task).status()).isEqualTo(200);
    }

    @Test
    void anotherTenantsObjectsDoNotExist() {
        String task = submit(SLEEP);
        String session = session();

        assertThat(bob.get("/v1/tasks/" + task).status()).isEqualTo(404);
        assertThat(bob.post("/v1/tasks/" + task + "/cancel", "").status()).isEqualTo(404);
        assertThat(bob.get("/v1/tasks/" + task + "/events").status()).isEqualTo(404);
        assertThat(bob.get("/v1/tasks/" + task + "/logs/stdout").status()).isEqualTo(404);
        assertThat(bob.get("/v1/tasks/" + task + "/events", "Accept", "text/event-stream").status()).isEqualTo(404);
        assertThat(bob.get("/v1/sessions/" + session).status()).isEqualTo(404);
        assertThat(bob.get("/v1/sessions/" + session + "/wakes").status()).isEqualTo(404);
        assertThat(bob.post("/v1/sessions/" + session + "/waits", "{\"timeout\": \"1h\"}").status()).isEqualTo(404);
        String own = bob.post("/v1/sessions", "{}").json().path("id").asText();
        Api.Reply wait = bob.post("/v1/sessions/" + own + "/waits", "{\"tasks\": [\"" + task + "\"]}");
        assertThat(wait.status()).isEqualTo(400);
        Api.Reply depends = bob.post("/v1/tasks", dependsOn(task));
        assertThat(depends.status()).isEqualTo(422);
        assertThat(depends.json().path("violations").get(0).path("pointer").asText()).isEqualTo("/dependsOn/0/task");
        Api.Reply joined = bob.post("/v1/tasks", SLEEP.replaceFirst("\\{", "{\"session\": \"" + session + "\","));
        assertThat(joined.status()).isEqualTo(404);
    }

    @Test
    void sameKeySameRequestGivesTheSameAnswer() {
        String key = UUID.randomUUID().toString();
        Api.Reply first = alice.post("/v1/tasks", SLEEP, "Idempotency-Key", key);

        Api.Reply second = alice.post("/v1/tasks", SLEEP, "Idempotency-Key", key);

        assertThat(second.status()).isEqualTo(202);
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(second.header("location")).isEqualTo(first.header("location")).isNotNull();
        assertThat(second.header("idempotent-replayed")).isEqualTo("true");
    }

    @Test
    void sameKeyOtherRequestIsRefused() {
        String key = UUID.randomUUID().toString();
        alice.post("/v1/tasks", SLEEP, "Idempotency-Key", key);

        Api.Reply other = alice.post("/v1/tasks", SLEEP.replace("nap", "other"), "Idempotency-Key", key);

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.reason()).isEqualTo("INVALID_IDEMPOTENCY_KEY");
        assertThat(bob.post("/v1/tasks", SLEEP, "Idempotency-Key", key).status()).isEqualTo(202);
    }

    @Test
    void failureDoesNotUseUpTheKey() {
        String key = UUID.randomUUID().toString();
        assertThat(alice.post("/v1/tasks", "{}", "Idempotency-Key", key).status()).isEqualTo(422);

        assertThat(alice.post("/v1/tasks", SLEEP, "Idempotency-Key", key).status()).isEqualTo(202);
    }

    @Test
    void manyAtOnceWithOneKeyMakeOneTask() {
        String key = UUID.randomUUID().toString();
        List<Api.Reply> replies;
        try (var pool = Executors.newFixedThreadPool(12)) {
            replies = IntStream.range(0, 12).mapToObj(i -> CompletableFuture.supplyAsync(() ->
                    alice.post("/v1/tasks", SLEEP, "Idempotency-Key", key), pool)).toList().stream()
                    .map(CompletableFuture::join).toList();
        }

        Set<String> ids = new TreeSet<>();
        for (Api.Reply reply : replies) {
            if (reply.status() == 202) {
                ids.add(reply.json().path("id").asText());
            } else {
                assertThat(reply.status()).isEqualTo(409);
                assertThat(reply.reason()).isEqualTo("POLICY_IN_FLIGHT");
                assertThat(reply.header("retry-after")).isEqualTo("1");
            }
        }
        assertThat(ids).hasSize(1);
    }

    @Test
    void listIsPagedWithoutGapsOrDoubles() {
        String label = "page-" + UUID.randomUUID();
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(submit("{\"executable\": \"true\", \"labels\": {\"set\": \"" + label + "\"}}"));
        }

        made.sort(Comparator.reverseOrder());
        List<String> seen = new ArrayList<>();
        String next = null;
        do {
            JsonNode page = alice.get("/v1/tasks?limit=2&label=set=" + label
                    + (next == null ? "" : "&cursor=" + next)).json();
            page.path("items").forEach(t -> seen.add(t.path("id").asText()));
            next = page.path("next").asText(null);
        } while (next != null);

        assertThat(seen).isEqualTo(made);
        assertThat(alice.get("/v1/tasks?cursor=bm9uc2Vuc2U").reason()).isEqualTo("INVALID_CURSOR");
        assertThat(alice.get("/v1/tasks?cursor=%00%ff").reason()).isEqualTo("INVALID_CURSOR");
    }

    @Test
    void listIsFiltered() {
        String session = session();
        String task = submit("{\"name\": \"find me\", \"executable\": \"true\", \"session\": \"" + session + "\"}");

        assertThat(alice.get("/v1/tasks?session=" + session).json().path("items")).hasSize(1);
        assertThat(alice.get("/v1/tasks?name=find%20me&state=PLACING,QUEUED&session=" + session).json()
                .path("items").get(0).path("id").asText()).isEqualTo(task);
        assertThat(alice.get("/v1/tasks?state=FAILED&session=" + session).json().path("items")).isEmpty();
        assertThat(alice.get("/v1/tasks?state=HAPPY").status()).isEqualTo(400);
        assertThat(bob.get("/v1/tasks?session=" + session).json().path("items")).isEmpty();
    }

    @Test
    void unchangedIsNotSentAgain() {
        String task = submit(SLEEP);
        Api.Reply first = alice.get("/v1/tasks/" + task);

        Api.Reply second = alice.get("/v1/tasks/" + task, "If-None-Match", first.header("etag"));

        assertThat(second.status()).isEqualTo(304);
        assertThat(second.http().body()).isEmpty();
    }

    @Test
    void taskIsWaitedForByItsVersion() throws Exception {
        String task = submit(SLEEP);
        Steps steps = steps(task);
        String etag = alice.get("/v1/tasks/" + task).header("etag");
        var later = alice.getLater("/v1/tasks/" + task + "?wait=20", "If-None-Match", etag);

        ring.say(steps.placed());

        Api.Reply reply = later.get(10, TimeUnit.SECONDS);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("state").asText()).isEqualTo("STAGING");
        assertThat(alice.get("/v1/tasks/" + task + "?wait=1", "If-None-Match", reply.header("etag")).status())
                .isEqualTo(304);
    }

    @Test
    void batchIsAllOrNone() {
        Api.Reply bad = alice.post("/v1/task-batches", "[" + SLEEP + ", {\"name\": \"no program\"}]");
        Api.Reply good = alice.post("/v1/task-batches", "[" + SLEEP + "," + SLEEP + "]");

        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.json().path("violations").get(0).path("pointer").asText()).startsWith("/1");
        assertThat(good.status()).isEqualTo(202);
        assertThat(good.json().path("items")).hasSize(2);
    }

    @Test
    void yamlIsTakenAsWell() {
        Api.Reply reply = alice.post("/v1/tasks", "name: nap\nexecutable: sleep\narguments: ['1']\n",
                "Content-Type", "application/yaml");

        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
    }

    @Test
    void changesAreInTheAuditTrail() {
        String task = submit(SLEEP);

        JsonNode own = alice.get("/v1/audit").json().path("items");
        JsonNode all = api("admin-token").get("/v1/audit?limit=500").json().path("items");

        assertThat(own.findValuesAsText("subject")).contains(task);
        assertThat(all.findValuesAsText("subject")).contains(task);
        assertThat(bob.get("/v1/audit?limit=500").json().path("items").findValuesAsText("subject"))
                .doesNotContain(task);
    }

    @Test
    void answersCarryTheHeadersThatKeepABrowserSafe() {
        Api.Reply reply = alice.get("/v1/sites");

        assertThat(reply.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(reply.header("content-security-policy")).contains("default-src 'none'");
        assertThat(reply.header("x-request-id")).startsWith("r-");
    }

    static String dependsOn(String task) {
        return "{\"executable\": \"true\", \"dependsOn\": [{\"task\": \"" + task + "\"}]}";
    }
}
