package org.diamondhpc.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.EventTypes;
import org.junit.jupiter.api.Test;

/** {@code asyncapi.yaml} says what the code says: every topic, and every event type on its topic. */
class AsyncApiContractTest {
    private static final Path FILE = Path.of("asyncapi.yaml");
    private static final String WAKE_CHANNEL = "Keyed by session, so what happened in a session is read in its order. "
            + "It is a wake channel: every wake is a wake-issued event, at least once, numbered from 1 in each session "
            + "without gaps. The number is the cursor; what has a number that was seen is a repetition. Acknowledge "
            + "with POST /v1/sessions/{id}/wakes/ack. See docs/guides/wakes.md.";

    @Test
    void theCommittedDescriptionIsTheCodes() throws Exception {
        String yaml = DiamondJson.yaml().writeValueAsString(document());
        if ("write".equals(System.getProperty("diamond.contracts"))) {
            Files.writeString(FILE, yaml);
        }

        assertThat(FILE).as("run the schemas tests with -Ddiamond.contracts=write and commit the result")
                .exists().content().isEqualTo(yaml);
    }

    private static ObjectNode document() throws JsonProcessingException {
        ObjectNode root = DiamondJson.json().createObjectNode().put("asyncapi", "3.0.0");
        root.putObject("info").put("title", "Diamond Agent's topics").put("version", "1")
                .put("description", "CloudEvents 1.0 over Kafka, binary mode; the body is JSON.")
                .putObject("license").put("name", "Apache-2.0");
        root.put("defaultContentType", "application/json");
        ObjectNode channels = root.putObject("channels");
        ObjectNode messages = root.putObject("components").putObject("messages");
        for (Topics topic : Topics.all()) {
            ObjectNode channel = channels.putObject(topic.name().toLowerCase(Locale.ROOT))
                    .put("address", topic.topic());
            if (topic == Topics.SESSION_EVENTS) {
                channel.put("description", WAKE_CHANNEL);
            }
            channel.putObject("bindings").putObject("kafka").put("partitions", topic.partitions())
                    .putObject("topicConfiguration").putArray("cleanup.policy")
                    .add(topic.compacted() ? "compact" : "delete");
            ObjectNode carried = channel.putObject("messages");
            EventTypes.all().stream().filter(type -> topicOf(type) == topic).forEach(type -> {
                carried.putObject(type).put("$ref", "#/components/messages/" + type);
                describe(messages.putObject(type), type);
            });
        }
        return root;
    }

    private static Topics topicOf(String type) {
        return type.startsWith("org.diamondhpc.task.") ? Topics.TASK_EVENTS
                : type.startsWith("org.diamondhpc.transfer.") ? Topics.TRANSFER_EVENTS : Topics.SESSION_EVENTS;
    }

    private static void describe(ObjectNode message, String type) {
        ObjectNode headers = message.put("name", type).putObject("headers").put("type", "object");
        headers.putArray("required").add("ce_specversion").add("ce_id").add("ce_type").add("ce_source");
        ObjectNode properties = headers.putObject("properties");
        properties.putObject("ce_type").put("const", type);
        for (String header : new String[] {"ce_specversion", "ce_id", "ce_source", "ce_subject", "ce_time"}) {
            properties.putObject(header).put("type", "string");
        }
        message.putObject("payload").put("$ref", "events/" + type + ".schema.json");
    }
}
