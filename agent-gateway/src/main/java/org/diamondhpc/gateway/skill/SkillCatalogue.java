package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.ResourceWords;

/**
 * The skills there are, read from the contracts at the start: one folder a skill with {@code SKILL.md} (Agent Skills),
 * {@code skill.json}, the schemas and examples. A folder is named as Agent Skills wants it, with hyphens; a skill is
 * called with underscores, as tools are; either is understood.
 */
@Singleton
public class SkillCatalogue {
    private static final String ROOT = "/diamond/skills/";
    private static final String SPEC = "/diamond/spec/task-spec.schema.json";
    private static final int MAX_EXAMPLES = 9;

    private final Map<String, Skill> skills = new LinkedHashMap<>();
    private final Map<String, JsonForm> inputs = new LinkedHashMap<>();

    public SkillCatalogue() {
        SchemaBundle bundle = new SchemaBundle((ObjectNode) json(SPEC));
        for (JsonNode name : json(ROOT + "index.json")) {
            Skill skill = read(name.textValue(), bundle);
            skills.put(skill.name(), skill);
            inputs.put(skill.name(), new JsonForm(skill.input()));
        }
    }

    /** All, in the order they are best read. */
    public Collection<Skill> all() {
        return Collections.unmodifiableCollection(skills.values());
    }

    /** @throws DiamondException {@code INVALID_NOT_FOUND}, with the names there are */
    public Skill get(String name) {
        Skill skill = skills.get(name.replace('-', '_'));
        if (skill == null) {
            throw DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no such skill; there are "
                    + String.join(", ", skills.keySet()));
        }
        return skill;
    }

    /** Everything that is wrong with the form of an input. How resources are worded is for the task's reader to judge. */
    List<Violation> violations(Skill skill, JsonNode input) {
        JsonNode form = input;
        if (input instanceof ObjectNode object && skill.input().at("/properties/spec/properties").has("resources")
                && object.has("spec")) {
            form = object.deepCopy().set("spec", ResourceWords.plain(object.get("spec")).spec());
        }
        return inputs.get(skill.name()).violations(form);
    }

    private static Skill read(String name, SchemaBundle bundle) {
        String folder = ROOT + name.replace('_', '-') + "/";
        JsonNode facts = json(folder + "skill.json");
        List<Reason> reasons = new ArrayList<>();
        facts.path("reasons").forEach(r -> reasons.add(Reason.valueOf(r.textValue())));
        return new Skill(name, facts.path("title").textValue(), facts.path("description").textValue(),
                facts.path("group").textValue(),
                DiamondJson.json().convertValue(facts.path("effects"), Effects.class), reasons,
                withoutFrontMatter(text(folder + "SKILL.md")),
                bundle.whole((ObjectNode) json(folder + "input.schema.json")),
                bundle.whole((ObjectNode) json(folder + "output.schema.json")), examples(folder + "examples/"));
    }

    private static List<Skill.Example> examples(String folder) {
        List<Skill.Example> all = new ArrayList<>();
        for (int i = 1; i <= MAX_EXAMPLES && exists(folder + i + ".input.json"); i++) {
            all.add(new Skill.Example(json(folder + i + ".input.json"), json(folder + i + ".output.json")));
        }
        return all;
    }

    private static String withoutFrontMatter(String markdown) {
        return markdown.substring(markdown.indexOf("\n---\n", 4) + 5).strip() + "\n";
    }

    private static boolean exists(String resource) {
        return SkillCatalogue.class.getResource(resource) != null;
    }

    private static JsonNode json(String resource) {
        try {
            return DiamondJson.json().readTree(text(resource));
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }

    private static String text(String resource) {
        try (InputStream in = SkillCatalogue.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the contracts lack " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }
}
