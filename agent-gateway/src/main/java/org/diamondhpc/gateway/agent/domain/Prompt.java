package org.diamondhpc.gateway.agent.domain;

import java.util.List;

/** One question to a model. */
public record Prompt(String system, List<Message> messages, List<Tool> tools) {
}
