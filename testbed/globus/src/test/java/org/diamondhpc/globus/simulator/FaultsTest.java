package org.diamondhpc.globus.simulator;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest extends Ends {
    @ParameterizedTest
    @EnumSource(value = EventCode.class, mode = EnumSource.Mode.EXCLUDE, names = {"STARTED", "PROGRESS", "SUCCEEDED",
        "EXPIRED", "CANCELED", "SKIPPED_ERRORS", "PAUSED", "UNPAUSED"})
    void areToldAndOvercome(EventCode code) {
        write(alphaRoot, "a", "some bytes");
        simulator.faults().task(code, beta.id(), 2);

        JsonNode task = client.succeeded(client.submit(Client.transfer(alpha, beta, "/a", "/a")));

        assertThat(client.events(task.get("task_id").textValue())).containsExactly("SUCCEEDED", code.name(), code.name(),
                "STARTED");
        assertThat(task.get("faults").intValue()).isEqualTo(2);
        assertThat(betaRoot.resolve("a")).hasContent("some bytes");
    }

    @Test
    void lastUntilTheyAreHealed() {
        write(alphaRoot, "a", "some bytes");
        simulator.faults().task(EventCode.ENDPOINT_TOO_BUSY, Faults.FOR_EVER);
        String id = client.submit(Client.transfer(alpha, beta, "/a", "/a"));
        JsonNode ill = client.awaitTask(id, "nice_status", "ENDPOINT_TOO_BUSY");

        simulator.faults().heal();

        assertThat(ill.get("status").textValue()).isEqualTo("ACTIVE");
        assertThat(ill.get("nice_status_short_description").textValue()).isEqualTo("endpoint too busy");
        assertThat(ill.get("nice_status_expires_in").intValue()).isEqualTo(-1);
        client.succeeded(id);
    }

    @Test
    void corruptBytesForReal() {
        write(alphaRoot, "a", "some bytes");
        simulator.faults().task(EventCode.VERIFY_CHECKSUM, 1);

        client.succeeded(client.submit(Client.transfer(alpha, beta, "/a", "/a", d -> d.put("verify_checksum", false))));

        assertThat(betaRoot.resolve("a").toFile()).hasSize(10);
        assertThat(betaRoot.resolve("a").toFile()).isFile().satisfies(
                f -> assertThat(Files.readAllBytes(f.toPath())).isNotEqualTo("some bytes".getBytes()));
    }

    @Test
    void endATaskWhoseQuotaIsNotToBeWaitedFor() {
        write(alphaRoot, "a", "some bytes");
        simulator.faults().task(EventCode.QUOTA_EXCEEDED, Faults.FOR_EVER);

        JsonNode task = client.awaitTask(client.submit(Client.transfer(alpha, beta, "/a", "/a",
                d -> d.put("fail_on_quota_errors", true))), "status", "FAILED");

        assertThat(task.get("fatal_error").get("code").textValue()).isEqualTo("QUOTA_EXCEEDED");
    }

    @Test
    void disconnectAPersonalEndpoint() {
        CollectionSpec laptop = simulator.collection(CollectionSpec.personal("laptop", alphaRoot));
        write(alphaRoot, "a", "1");
        simulator.faults().connected(laptop.id(), false);
        String id = client.submit(Client.transfer(laptop, beta, "/a", "/a"));
        client.awaitTask(id, "nice_status", "GC_NOT_CONNECTED");
        Answer list = client.get("operation/endpoint/" + laptop.id() + "/ls");
        JsonNode endpoint = client.get("endpoint/" + laptop.id()).body();

        simulator.faults().connected(laptop.id(), true);

        assertThat(list.status()).isEqualTo(502);
        assertThat(endpoint.get("gcp_connected").booleanValue()).isFalse();
        client.succeeded(id);
    }

    @Test
    void pauseACollection() {
        String id = slowTask("a");
        client.awaitTask(id, "nice_status", "OK");
        simulator.faults().pause(beta.id(), "Disks are being exchanged");
        JsonNode paused = client.awaitTask(id, "is_paused", "true");
        JsonNode info = client.get("task/" + id + "/pause_info").body();
        Answer list = client.get("operation/endpoint/" + beta.id() + "/ls");
        simulator.faults().speed(Long.MAX_VALUE);

        simulator.faults().resume(beta.id());

        assertThat(paused.get("status").textValue()).isEqualTo("ACTIVE");
        assertThat(info.get("DATA_TYPE").textValue()).isEqualTo("pause_info_limited");
        assertThat(info.get("destination_pause_message").textValue()).isEqualTo("Disks are being exchanged");
        assertThat(info.get("source_pause_message").isNull()).isTrue();
        assertThat(info.get("pause_rules").get(0).get("endpoint_id").textValue()).isEqualTo(beta.id());
        assertThat(list.code()).isEqualTo("OperationPaused");
        client.succeeded(id);
        assertThat(client.events(id)).containsExactly("SUCCEEDED", "UNPAUSED", "PAUSED", "STARTED");
    }

    @Test
    void makeTasksInactiveUntilCredentialsAreRenewed() {
        String id = slowTask("a");
        simulator.faults().expireCredentials(alpha.id());
        JsonNode inactive = client.awaitTask(id, "status", "INACTIVE");
        simulator.faults().speed(Long.MAX_VALUE);

        simulator.faults().renewCredentials(alpha.id());

        assertThat(inactive.get("is_ok").booleanValue()).isFalse();
        client.succeeded(id);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503})
    void failCallsOfTheService(int status) {
        simulator.faults().http(status, "GET /v0.10/submission_id", 1);

        Answer first = client.get("submission_id");
        Answer second = client.get("submission_id");

        assertThat(first.status()).isEqualTo(status);
        assertThat(first.code()).isNotEmpty();
        assertThat(first.response().headers().firstValue("Retry-After").isPresent()).isEqualTo(status == 429 || status == 503);
        assertThat(second.body().get("value").textValue()).hasSize(36);
    }
}
