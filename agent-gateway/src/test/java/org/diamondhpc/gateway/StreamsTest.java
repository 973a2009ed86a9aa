package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** Server-sent events and their resumption. */
@QuarkusTest
class StreamsTest extends GatewayTest {
    @Test
    void taskStreamIsFollowedToTheEndAndResumed() throws Exception {
        String task = submit(SLEEP);
        Steps steps = steps(task);
        CompletableFuture<List<String>> live = CompletableFuture.supplyAsync(() ->
                ids(alice.stream("/v1/tasks/" + task + "/events")));

        say(steps.all(JobEnd.COMPLETED));

        assertThat(live.get(20, TimeUnit.SECONDS)).containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
        assertThat(ids(alice.stream("/v1/tasks/" + task + "/events", "Last-Event-ID", "6")))
                .containsExactly("7", "8");
        assertThat(alice.get("/v1/tasks/" + task + "/events?after=6").json().path("items")).hasSize(2);
    }

    @Test
    void wakesAreStreamedAndResumed() throws Exception {
        String session = session();
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> got = new CompletableFuture<>();
        Thread reader = Thread.ofVirtual().start(() -> {
            try (Stream<String> lines = alice.stream("/v1/sessions/" + session + "/stream")) {
                lines.filter(l -> l.startsWith("id:")).forEach(l -> {
                    seen.add(l.substring(3).strip());
                    if (seen.size() == 2) {
                        got.complete(null);
                    }
                });
            } catch (RuntimeException e) {
                got.completeExceptionally(e);
            }
        });

        for (int i = 0; i < 2; i++) {
            String task = submit(SLEEP);
            alice.post("/v1/sessions/" + session + "/waits", "{\"tasks\": [\"" + task + "\"]}");
            say(steps(task).all(JobEnd.COMPLETED));
        }

        got.get(20, TimeUnit.SECONDS);
        reader.interrupt();
        assertThat(seen).containsExactly("1", "2");
        try (Stream<String> again = alice.stream("/v1/sessions/" + session + "/stream", "Last-Event-ID", "1")) {
            assertThat(again.filter(l -> l.startsWith("id:")).findFirst()).hasValueSatisfying(l ->
                    assertThat(l).endsWith("2"));
        }
    }

    @Test
    void everyChangeOfATenantIsStreamed() throws Exception {
        try (Stream<String> lines = alice.stream("/v1/stream")) {
            CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> lines
                    .filter(l -> l.startsWith("data:") && l.contains("streamed")).findFirst().orElseThrow());

            submit("{\"name\": \"streamed\", \"executable\": \"true\"}");

            assertThat(first.get(10, TimeUnit.SECONDS)).contains("PLACING");
        }
    }

    @Test
    void moreChangesThanAPageDoNotStallTheStream() throws Exception {
        try (Stream<String> lines = alice.stream("/v1/stream")) {
            CompletableFuture<String> last = CompletableFuture.supplyAsync(() -> lines
                    .filter(l -> l.startsWith("data:") && l.contains("the-last")).findFirst().orElseThrow());
            String many = String.join(",", Collections.nCopies(450, "{\"executable\": \"true\"}"));

            assertThat(alice.post("/v1/task-batches", "[" + many + "]").status()).isEqualTo(202);
            Thread.sleep(1500);
            submit("{\"name\": \"the-last\", \"executable\": \"true\"}");

            assertThat(last.get(20, TimeUnit.SECONDS)).contains("PLACING");
        }
    }

    private static List<String> ids(Stream<String> lines) {
        try (lines) {
            return lines.filter(l -> l.startsWith("id:")).map(l -> l.substring(3).strip()).toList();
        }
    }
}
