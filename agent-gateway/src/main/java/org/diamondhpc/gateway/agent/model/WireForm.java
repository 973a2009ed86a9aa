package org.diamondhpc.gateway.agent.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.diamondhpc.gateway.agent.domain.Prompt;
import org.diamondhpc.gateway.agent.domain.Reply;

/** How an endpoint is spoken to. */
interface WireForm {
    /** Follows the endpoint's address. */
    String path();

    /** @param key null: the endpoint wants none */
    Map<String, String> headers(String key);

    ObjectNode request(ModelSettings model, Prompt prompt);

    /** @throws ModelTrouble where the answer is none of this form */
    Reply reply(JsonNode body) throws ModelTrouble;

    static WireForm of(ModelSettings.Kind kind) {
        return switch (kind) {
            case OPENAI -> new ChatCompletions();
            case ANTHROPIC -> new AnthropicMessages();
        };
    }
}
