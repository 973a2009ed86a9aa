package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.junit.jupiter.api.Test;

class PagingTest extends Ends {
    @Test
    void listsTasksByFilterNewestFirst() {
        write(alphaRoot, "a", "1");
        String done = client.submit(Client.transfer(alpha, beta, "/a", "/a"));
        client.succeeded(done);
        String running = slowTask("b");
        String delete = client.submit(Client.delete(beta, "/none", d -> d.put("ignore_missing", true)));
        client.succeeded(delete);

        JsonNode active = client.get("task_list?filter=type:TRANSFER,DELETE/status:ACTIVE&limit=100").body();
        JsonNode second = client.get("task_list?limit=1&offset=1").body();
        JsonNode oldest = client.get("task_list?filter=&orderby=request_time%20ASC&limit=1").body();

        assertThat(active.get("DATA").findValuesAsText("task_id")).containsExactly(running);
        assertThat(active.get("total").intValue()).isEqualTo(1);
        assertThat(second.get("DATA").findValuesAsText("task_id")).containsExactly(running);
        assertThat(second.get("total").intValue()).isEqualTo(3);
        assertThat(oldest.get("DATA").findValuesAsText("task_id")).containsExactly(done);
    }

    @Test
    void answersInItsOwnFormWhatItDoesNotKnow() {
        Answer unknown = client.get("weather");
        Answer method = client.put("transfer", Client.JSON.createObjectNode());

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.code()).isEqualTo("ClientError.NotFound");
        assertThat(method.status()).isEqualTo(405);
    }

    @Test
    void refusesAFilterThatIsNone() {
        Answer answer = client.get("task_list?filter=colour:blue");

        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void marksPagesOfTransferredFiles() {
        for (int i = 0; i < 230; i++) {
            write(alphaRoot, "in/f" + i, "x");
        }
        String task = client.submit(Client.transfer(alpha, beta, "/in", "/out"));
        client.succeeded(task);

        JsonNode first = client.get("task/" + task + "/successful_transfers").body();
        JsonNode last = client.get("task/" + task + "/successful_transfers?marker=200").body();

        assertThat(first.get("DATA")).hasSize(100);
        assertThat(first.get("next_marker").intValue()).isEqualTo(100);
        assertThat(last.get("DATA")).hasSize(30);
        assertThat(last.get("next_marker").isNull()).isTrue();
    }

    @Test
    void pagesEvents() {
        write(alphaRoot, "a", "12");
        simulator.faults().task(EventCode.TIMEOUT, 3);
        String task = client.submit(Client.transfer(alpha, beta, "/a", "/a"));
        client.succeeded(task);

        JsonNode page = client.get("task/" + task + "/event_list?limit=2&offset=1&filter=").body();
        JsonNode errors = client.get("task/" + task + "/event_list?filter=is_error:1").body();

        assertThat(page.get("DATA").findValuesAsText("code")).containsExactly("TIMEOUT", "TIMEOUT");
        assertThat(page.get("total").intValue()).isEqualTo(5);
        assertThat(errors.get("total").intValue()).isEqualTo(3);
    }

    @Test
    void findsCollections() {
        JsonNode words = client.get("endpoint_search?filter_fulltext=DATA+alpha").body();
        JsonNode typed = client.get("endpoint_search?filter_scope=my-endpoints&filter_entity_type=GCSv5_guest_collection").body();
        JsonNode paged = client.get("endpoint_search?filter_scope=my-endpoints&limit=1").body();
        Answer nothing = client.get("endpoint_search");

        assertThat(words.get("DATA").findValuesAsText("id")).containsExactly(alpha.id());
        assertThat(typed.get("DATA").findValuesAsText("id")).containsExactly(beta.id());
        assertThat(paged.get("has_next_page").booleanValue()).isTrue();
        assertThat(nothing.status()).isEqualTo(400);
    }

    @Test
    void showsWhatDecidesAboutConsent() {
        JsonNode endpoint = client.get("endpoint/" + alpha.id()).body();

        assertThat(endpoint.get("entity_type").textValue()).isEqualTo("GCSv5_mapped_collection");
        assertThat(endpoint.get("high_assurance").booleanValue()).isFalse();
        assertThat(endpoint.get("owner_id").textValue()).isEqualTo(simulator.client().id());
        assertThat(client.get("endpoint/none").code()).isEqualTo("EndpointNotFound");
    }
}
