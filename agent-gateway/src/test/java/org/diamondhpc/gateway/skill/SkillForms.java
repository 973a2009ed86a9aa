package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** Holds answers to the catalogue: the skill's output schema, and that what an answer hints at could be sent. */
public final class SkillForms {
    private static final SkillCatalogue CATALOGUE = new SkillCatalogue();

    private SkillForms() {
    }

    public static List<Violation> violations(String skill, JsonNode answer) {
        List<Violation> all = new ArrayList<>(new JsonForm(CATALOGUE.get(skill).output()).violations(answer));
        for (JsonNode next : answer.path("next")) {
            all.addAll(CATALOGUE.violations(CATALOGUE.get(next.path("skill").asText()), next.path("input")));
        }
        return all;
    }
}
