package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.diamondhpc.schemas.reason.Reason;

/**
 * One entry of the catalogue, as every edge shows it.
 *
 * @param name as it is called, for example {@code submit_task}
 * @param description what it does, for whoever chooses among the skills
 * @param group what it is about: sites, tasks, sessions, files or workspaces
 * @param reasons what a call may fail with, besides {@code INVALID_REQUEST} and trouble of Diamond's own
 * @param guide when and how to use it, in Markdown
 * @param input JSON Schema 2020-12 of the input, without references to other files
 * @param output JSON Schema 2020-12 of the answer
 */
public record Skill(String name, String title, String description, String group, Effects effects,
        List<Reason> reasons, String guide, ObjectNode input, ObjectNode output, List<Example> examples) {
    public Skill {
        reasons = List.copyOf(reasons);
        examples = List.copyOf(examples);
    }

    /** An input and what it is answered with. */
    public record Example(JsonNode input, JsonNode output) {
    }
}
