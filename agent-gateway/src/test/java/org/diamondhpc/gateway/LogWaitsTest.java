package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** A session sleeps until a task prints a line. */
@QuarkusTest
@TestProfile(ImpatientProfile.class)
class LogWaitsTest extends WaitsCase {
    @Test
    void lineInALogWakesOnceAndNothingIsReadAfterwards() throws InterruptedException {
        String task = running();
        String session = session();
        StringBuffer log = new StringBuffer("step 1\n");
        AtomicInteger reads = play(task, log);
        park(session, "{\"logs\": [{\"task\": \"" + task + "\", \"pattern\": \"residual (0\\\\.0\\\\d+)\"}]}");
        await().until(() -> reads.get() >= 2);
        assertThat(wakes(session)).isEmpty();

        log.append("residual 0.01\nresidual 0.001\n");
        await().until(() -> wakes(session).size() == 1);
        int then = reads.get();
        Thread.sleep(1000);

        JsonNode wake = wakes(session).get(0);
        assertThat(wake.at("/digest/events/0/saw").asText()).isEqualTo("residual 0.01");
        assertThat(wake.at("/digest/events/0/kind").asText()).isEqualTo("LOG_MATCHED");
        assertThat(reads.get()).isEqualTo(then);
        assertThat(wakes(session)).hasSize(1);
    }

    @Test
    void lineThatStandsThereAlreadyWakes() {
        String task = running();
        String session = session();
        play(task, new StringBuffer("x".repeat(300_000) + "\nready\n"));

        park(session, "{\"logs\": [{\"task\": \"" + task + "\", \"pattern\": \"^ready$\"}]}");

        await().until(() -> wakes(session).size() == 1);
    }

    /** Nothing is read before the job starts; what it printed at its very end counts. */
    @Test
    void logIsReadFromTheStartOnAndOnceMoreAtTheEnd() throws InterruptedException {
        String task = submit(SLEEP);
        String session = session();
        String other = session();
        StringBuffer log = new StringBuffer("begin\n");
        AtomicInteger reads = play(task, log);
        park(session, "{\"logs\": [{\"task\": \"" + task + "\", \"pattern\": \"done$\"}]}");
        park(other, "{\"logs\": [{\"task\": \"" + task + "\", \"pattern\": \"never\"}]}");
        Thread.sleep(600);
        assertThat(reads.get()).isZero();

        log.append("all done");
        say(steps(task).all(JobEnd.COMPLETED));

        await().until(() -> wakes(session).size() == 1 && wakes(other).size() == 1);
        assertThat(wakes(session).get(0).path("reason").asText()).isEqualTo("FULFILLED");
        assertThat(wakes(other).get(0).path("reason").asText()).isEqualTo("IMPOSSIBLE");
    }

    @Test
    void patternThatCannotBeBoundedIsRefused() {
        String task = submit(SLEEP);
        String session = session();

        for (String bad : new String[] {"(", "\\\\1", "((a{100}){100}){100}", "", "a".repeat(201)}) {
            Api.Reply reply = alice.post("/v1/sessions/" + session + "/waits",
                    "{\"logs\": [{\"task\": \"" + task + "\", \"pattern\": \"" + bad + "\"}]}");
            assertThat(reply.json().at("/violations/0/pointer").asText()).as(reply.text()).isEqualTo("/logs/0/pattern");
        }
    }

    /** The task's stream as transfer-svc would read it; counts the reads. */
    private AtomicInteger play(String task, StringBuffer log) {
        AtomicInteger reads = new AtomicInteger();
        services.play(SiteRequest.TailFile.class, r -> {
            if (!r.path().contains(task)) {
                return new SiteReply.Content(r.path(), 0, "", 0, true);
            }
            reads.incrementAndGet();
            byte[] all = log.toString().getBytes(StandardCharsets.UTF_8);
            int from = (int) Math.min(all.length, r.offset() == null ? 0 : r.offset());
            int to = Math.min(all.length, from + Math.min(r.bytes(), 65_536));
            return new SiteReply.Content(r.path(), from,
                    Base64.getEncoder().encodeToString(Arrays.copyOfRange(all, from, to)), all.length,
                    to == all.length);
        });
        return reads;
    }
}
