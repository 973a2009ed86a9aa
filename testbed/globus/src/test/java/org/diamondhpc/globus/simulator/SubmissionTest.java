package org.diamondhpc.globus.simulator;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.model.Limits;
import org.junit.jupiter.api.Test;

class SubmissionTest extends Ends {
    @Override
    Limits limits() {
        return super.limits().withPendingTasks(8);
    }

    @Test
    void needsItems() {
        var document = Client.transfer(alpha, beta, "/a", "/a");
        document.putArray("DATA");

        Answer answer = client.post("transfer", document);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("ClientError.BadRequest.NoTransferItems");
        assertThat(answer.body().get("resource").textValue()).isEqualTo("/v0.10/transfer");
    }

    @Test
    void refusesWhatTheServiceRefuses() {
        List<String> codes = new ArrayList<>();
        for (var change : List.<Consumer<ObjectNode>>of(
                d -> d.put("label", "x".repeat(129)), d -> d.put("label", " blank"), d -> d.put("label", "two\nlines"),
                d -> d.put("sync_level", 4), d -> d.put("recursive_symlinks", "follow"), d -> d.put("deadline", "soon"),
                d -> d.put("deadline", "2020-01-01T00:00:00Z"), d -> d.put("submission_id", "1"),
                d -> d.put("sync_level", "many"), d -> d.put("DATA_TYPE", "delete"),
                d -> d.put("source_endpoint", "nowhere"))) {
            codes.add(client.post("transfer", Client.transfer(alpha, beta, "/a", "/a", change)).code());
        }

        assertThat(codes.subList(0, 10)).containsOnly("ClientError.BadRequest");
        assertThat(codes.getLast()).isEqualTo("EndpointNotFound");
    }

    @Test
    void conflictsWithATaskOfTheSamePaths() {
        slowTask("a");

        Answer answer = client.post("transfer", Client.transfer(alpha, beta, "/a", "/a"));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("Conflict");
        assertThat(answer.body().get("message").textValue())
                .isEqualTo("A transfer with identical paths has not yet completed");
    }

    @Test
    void queuesWhatIsMoreThanThree() {
        List<String> tasks = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            tasks.add(slowTask(name));
        }
        String delete = client.submit(Client.delete(beta, "/none", d -> d.put("ignore_missing", true)));

        JsonNode fourth = client.task(tasks.get(3));

        assertThat(fourth.get("nice_status").textValue()).isEqualTo("Queued");
        assertThat(fourth.get("is_ok").booleanValue()).isTrue();
        assertThat(client.task(tasks.getFirst()).get("nice_status").textValue()).isEqualTo("OK");
        client.succeeded(delete);
        client.post("task/" + tasks.getFirst() + "/cancel", null);
        client.awaitTask(tasks.get(3), "nice_status", "OK");
    }

    @Test
    void refusesTooManyPendingTasks() {
        for (int i = 0; i < 8; i++) {
            slowTask("file" + i);
        }

        Answer answer = client.post("transfer", Client.transfer(alpha, beta, "/more", "/more"));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("TooManyPendingJobs");
    }

    @Test
    void cancels() {
        String task = slowTask("a");

        Answer answer = client.post("task/" + task + "/cancel", null);

        assertThat(answer.code()).isEqualTo("Canceled");
        assertThat(client.task(task).get("status").textValue()).isEqualTo("FAILED");
        assertThat(client.events(task)).first().isEqualTo("CANCELED");
        assertThat(client.post("task/" + task + "/cancel", null).code()).isEqualTo("TaskComplete");
    }

    @Test
    void waitsForAMissingSourceUntilTheDeadline() {
        String task = client.submit(Client.transfer(alpha, beta, "/missing", "/missing",
                d -> d.put("deadline", Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS).toString())));

        JsonNode waiting = client.awaitTask(task, "nice_status", "FILE_NOT_FOUND");
        JsonNode ended = client.awaitTask(task, "status", "FAILED");

        assertThat(waiting.get("status").textValue()).isEqualTo("ACTIVE");
        assertThat(waiting.get("is_ok").booleanValue()).isFalse();
        assertThat(waiting.get("faults").intValue()).isPositive();
        assertThat(ended.get("fatal_error").get("code").textValue()).isEqualTo("EXPIRED");
        assertThat(client.events(task)).first().isEqualTo("EXPIRED");
    }

    @Test
    void takesAFileThatComesLate() {
        String task = client.submit(Client.transfer(alpha, beta, "/late", "/late"));
        client.awaitTask(task, "nice_status", "FILE_NOT_FOUND");

        write(alphaRoot, "late", "here");

        client.succeeded(task);
        assertThat(betaRoot.resolve("late")).hasContent("here");
    }

    @Test
    void changesLabelAndDeadlineOfRunningTasksOnly() {
        String task = slowTask("a");

        Answer answer = client.put("task/" + task, Client.JSON.createObjectNode().put("DATA_TYPE", "task")
                .put("label", "better").put("deadline", "2099-01-01 00:00:00"));

        assertThat(answer.code()).isEqualTo("Updated");
        assertThat(client.task(task).get("label").textValue()).isEqualTo("better");
        assertThat(client.task(task).get("deadline").textValue()).isEqualTo("2099-01-01T00:00:00+00:00");
        client.post("task/" + task + "/cancel", null);
        assertThat(client.put("task/" + task, Client.JSON.createObjectNode().put("label", "no")).status()).isEqualTo(409);
    }

    @Test
    void isAcceptedEvenIfTheAnswerIsLost() {
        write(alphaRoot, "a", "1");
        var document = Client.transfer(alpha, beta, "/a", "/a");
        simulator.faults().loseAnswer("POST /v0.10/transfer", 1);

        assertThatThrownBy(() -> client.post("transfer", document)).isInstanceOf(UncheckedIOException.class);

        Answer again = client.post("transfer", document);
        assertThat(again.code()).isEqualTo("Duplicate");
        client.succeeded(again.body().get("task_id").textValue());
    }

    @Test
    void hidesTasksOfOthers() {
        Answer answer = client.get("task/00000000-0000-4000-8000-000000000000");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("ClientError.NotFound");
    }
}
