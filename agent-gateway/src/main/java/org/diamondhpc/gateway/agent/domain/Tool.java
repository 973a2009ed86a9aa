package org.diamondhpc.gateway.agent.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A tool as a model is shown it; {@code input} is JSON Schema. */
public record Tool(String name, String description, ObjectNode input) {
}
