package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** Many events that come in one poll: their waits are decided and their wakes written together. */
@QuarkusTest
@TestProfile(ImpatientProfile.class)
class TogetherTest extends WaitsCase {
    private static final int MANY = 40;

    @Test
    void endsThatComeTogetherWakeEachSessionOnceWithItsOwnTask() {
        List<String> tasks = IntStream.range(0, MANY).mapToObj(i -> submit(SLEEP)).toList();
        List<String> sessions = tasks.stream().map(t -> parked("{\"tasks\": [\"" + t + "\"]}")).toList();
        String all = parked("{\"tasks\": [" + quoted(tasks) + "]}");

        ring.sayTogether(tasks.stream().flatMap(t -> steps(t).all(JobEnd.COMPLETED).stream()).toList());

        await().until(() -> wakes(all).size() == 1);
        for (int i = 0; i < MANY; i++) {
            String session = sessions.get(i);
            await().until(() -> wakes(session).size() == 1);
            assertThat(wakes(session).get(0).at("/digest/tasks/0/id").asText()).isEqualTo(tasks.get(i));
            assertThat(wakes(session).get(0).at("/digest/tasks/0/outputs")).hasSize(1);
        }
        JsonNode digest = wakes(all).get(0).path("digest");
        assertThat(digest.at("/states/SUCCEEDED").asInt()).isEqualTo(MANY);
        assertThat(digest.path("open").asInt()).isZero();
    }

    @Test
    void wakesOfOneSessionKeepTheOrderOfTheEnds() {
        List<String> tasks = IntStream.range(0, 10).mapToObj(i -> submit(SLEEP)).toList();
        String session = session();
        List<String> waits = tasks.stream().map(t -> park(session, "{\"tasks\": [\"" + t + "\"]}").path("id").asText())
                .toList();

        ring.sayTogether(tasks.stream().flatMap(t -> steps(t).all(JobEnd.COMPLETED).stream()).toList());

        await().until(() -> wakes(session).size() == 10);
        assertThat(wakes(session).findValuesAsText("waitId")).containsExactlyInAnyOrderElementsOf(waits);
        assertThat(wakes(session).findValuesAsText("number")).containsExactlyElementsOf(
                IntStream.rangeClosed(1, 10).mapToObj(Integer::toString).toList());
        assertThat(alice.get("/v1/sessions/" + session).json().path("state").asText()).isEqualTo("OPEN");
    }

    @Test
    void anEventThatCannotBeKeptSpoilsNoOther() {
        List<String> tasks = IntStream.range(0, 12).mapToObj(i -> submit(SLEEP)).toList();
        List<String> sessions = tasks.stream().map(t -> parked("{\"tasks\": [\"" + t + "\"]}")).toList();
        List<TaskEvent> events = new ArrayList<>();
        tasks.forEach(t -> events.addAll(steps(t).all(JobEnd.COMPLETED).subList(0, 5)));
        for (int i = 0; i < tasks.size(); i++) {
            events.add(i == 5 ? poison(tasks.get(i)) : steps(tasks.get(i)).collected(JobEnd.COMPLETED));
        }

        ring.sayTogether(events);

        for (int i = 0; i < tasks.size(); i++) {
            String session = sessions.get(i);
            if (i != 5) {
                await().until(() -> wakes(session).size() == 1);
            }
        }
        assertThat(wakes(sessions.get(5))).isEmpty();
        awaitState(tasks.get(5), "COLLECTING");
        await().untilAsserted(() -> assertThat(ring.types(Topics.TASK_EVENTS.deadLetters(), tasks.get(5)))
                .containsExactly("task.outputs-collected"));
    }

    /** PostgreSQL keeps no text with this character. */
    private TaskEvent poison(String task) {
        Steps steps = steps(task);
        CollectedOutput good = steps.output("out.txt");
        CollectedOutput bad = new CollectedOutput(good.path(), good.kind(), good.relative(), good.size(), "a\u0000",
                good.replicas());
        return new TaskEvent.OutputsCollected(steps.order(), steps.placement(), steps.job(),
                steps.outcome(JobEnd.COMPLETED), List.of(bad), List.of(), null);
    }

    private String parked(String condition) {
        String session = session();
        park(session, condition);
        return session;
    }

    private static String quoted(List<String> tasks) {
        return "\"" + String.join("\", \"", tasks) + "\"";
    }
}
