package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.auth.Scope;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way every client goes: token, submission id, transfer, task, look. */
class FirstTransferTest {
    private GlobusSimulator simulator;
    private CollectionSpec alpha;
    private CollectionSpec beta;
    @TempDir
    Path alphaRoot;
    @TempDir
    Path betaRoot;

    @BeforeEach
    void start() {
        simulator = GlobusSimulator.start(SimulatorConfig.fresh());
        alpha = simulator.collection(CollectionSpec.mapped("alpha", alphaRoot));
        beta = simulator.collection(CollectionSpec.guest("beta", betaRoot));
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    @Test
    void givesATokenWithTheFieldsThatClientsInsistOn() {
        Answer answer = new Client(simulator).token(Map.of("grant_type", "client_credentials", "scope", Scope.TRANSFER));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().get("access_token").textValue()).isNotEmpty();
        assertThat(answer.body().get("scope").textValue()).isEqualTo(Scope.TRANSFER);
        assertThat(answer.body().get("expires_in").intValue()).isEqualTo(172_800);
        assertThat(answer.body().get("token_type").textValue()).isEqualTo("Bearer");
        assertThat(answer.body().get("resource_server").textValue()).isEqualTo("transfer.api.globus.org");
        assertThat(answer.body().get("other_tokens").isArray()).isTrue();
    }

    @Test
    void movesADirectory() throws Exception {
        Files.createDirectories(alphaRoot.resolve("in/deep"));
        Files.writeString(alphaRoot.resolve("in/a.txt"), "hello");
        Files.writeString(alphaRoot.resolve("in/deep/b.txt"), "world!");
        Client client = new Client(simulator).loggedIn(alpha);

        JsonNode task = client.succeeded(client.submit(Client.transfer(alpha, beta, "/in", "/out")));

        assertThat(betaRoot.resolve("out/a.txt")).hasContent("hello");
        assertThat(betaRoot.resolve("out/deep/b.txt")).hasContent("world!");
        assertThat(task.get("files_transferred").intValue()).isEqualTo(2);
        assertThat(task.get("directories").intValue()).isEqualTo(2);
        assertThat(task.get("bytes_transferred").intValue()).isEqualTo(11);
        assertThat(task.get("bytes_checksummed").intValue()).isEqualTo(11);
        assertThat(task.get("nice_status").isNull()).isTrue();
        assertThat(client.events(task.get("task_id").textValue())).containsExactly("SUCCEEDED", "STARTED");
    }

    @Test
    void answersTheSameSubmissionWithTheSameTask() throws Exception {
        Files.writeString(alphaRoot.resolve("a.txt"), "hello");
        Client client = new Client(simulator).loggedIn(alpha);
        var document = Client.transfer(alpha, beta, "/a.txt", "/a.txt");
        Answer first = client.post("transfer", document);

        Answer second = client.post("transfer", document);

        assertThat(first.code()).isEqualTo("Accepted");
        assertThat(second.code()).isEqualTo("Duplicate");
        assertThat(second.body().get("task_id")).isEqualTo(first.body().get("task_id"));
        assertThat(first.body().get("task_link").get("href").textValue())
                .isEqualTo("/v0.10/task/" + first.body().get("task_id").textValue() + "?format=json");
    }

    @Test
    void showsFiles() throws Exception {
        Files.writeString(betaRoot.resolve("small.txt"), "1");
        Files.writeString(betaRoot.resolve("large.txt"), "22");
        Files.createSymbolicLink(betaRoot.resolve("link"), Path.of("nowhere"));
        Client client = new Client(simulator).loggedIn();

        Answer list = client.get("operation/endpoint/" + beta.id() + "/ls?path=/&orderby=size%20DESC,name&filter=name:~*.txt");
        Answer stat = client.get("operation/endpoint/" + beta.id() + "/stat?path=/link");
        Answer missing = client.get("operation/endpoint/" + beta.id() + "/stat?path=/none");

        assertThat(list.body().get("DATA").findValuesAsText("name")).containsExactly("large.txt", "small.txt");
        assertThat(list.body().get("DATA").get(0).get("last_modified").textValue())
                .matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\+00:00");
        assertThat(stat.body().get("type").textValue()).isEqualTo("invalid_symlink");
        assertThat(stat.body().get("link_target").textValue()).isEqualTo("nowhere");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.code()).isEqualTo("NotFound");
    }
}
