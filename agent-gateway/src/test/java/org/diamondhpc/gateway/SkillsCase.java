package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.diamondhpc.gateway.skill.SkillForms;
import org.diamondhpc.schemas.DiamondJson;

/** What tests of skills share. */
abstract class SkillsCase extends GatewayTest {
    @Inject
    PlayedServices services;

    JsonNode call(String skill, String input, String... headers) {
        return call(alice, skill, input, headers);
    }

    /** The answer of a call that goes well; held to the schema of its skill. */
    static JsonNode call(Api as, String skill, String input, String... headers) {
        Api.Reply reply = as.post("/v1/skills/" + skill, input, headers);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(SkillForms.violations(skill, reply.json())).as(reply.text()).isEmpty();
        return reply.json();
    }

    static String spec(String spec, String more) {
        return "{\"spec\": " + spec + (more.isEmpty() ? "" : ", " + more) + "}";
    }

    String submitted(String more) {
        return call("submit_task", spec(SLEEP, more)).at("/task/id").asText();
    }

    String opened() {
        return call("session", "{\"title\": \"a study\"}").at("/session/id").asText();
    }

    static JsonNode json(String text) {
        try {
            return DiamondJson.json().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
