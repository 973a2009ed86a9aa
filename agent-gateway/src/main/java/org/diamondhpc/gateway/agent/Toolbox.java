package org.diamondhpc.gateway.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.agent.domain.Entry;
import org.diamondhpc.gateway.agent.domain.Tool;
import org.diamondhpc.gateway.agent.domain.ToolCall;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.gateway.skill.Skill;
import org.diamondhpc.gateway.skill.SkillCatalogue;
import org.diamondhpc.gateway.skill.Skills;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/** The catalogue's skills as a hosted agent sees them. It works in its own session and in no other. */
@Singleton
class Toolbox {
    private static final Logger LOG = Logger.getLogger(Toolbox.class);
    /** Wakes come to a hosted agent by themselves. */
    private static final Set<String> WITHHELD = Set.of("wait_for_events");
    private static final String SESSION = "session";
    private static final String PARK = "park";
    private static final int EXCERPT = 300;
    /** Endpoints take none of these at the top of a schema; the skill itself judges what they said. */
    private static final List<String> NOT_TAKEN = List.of("$schema", "$id", "title", "oneOf", "anyOf", "allOf", "not",
            "dependentRequired");

    private final Skills skills;
    private final List<Tool> tools;
    private final Set<String> withSession;
    private final int most;

    Toolbox(SkillCatalogue catalogue, Skills skills, AgentConfig config) {
        this.skills = skills;
        this.most = config.resultCharacters();
        List<Skill> offered = catalogue.all().stream().filter(s -> !WITHHELD.contains(s.name())).toList();
        this.tools = offered.stream().map(s -> new Tool(s.name(), s.description(), schema(s.input()))).toList();
        this.withSession = offered.stream().filter(s -> s.input().path("properties").has(SESSION)).map(Skill::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    List<Tool> tools() {
        return tools;
    }

    boolean offered(String name) {
        return tools.stream().anyMatch(t -> t.name().equals(name));
    }

    /**
     * Carries a call out; what goes wrong is for the model to read. On a virtual thread, outside a transaction.
     *
     * @param key the same for the same call, whoever carries it out again
     * @throws DiamondException {@code POLICY_IN_FLIGHT} while another process still has the same call
     */
    Entry.Done call(Taken taken, ToolCall call, String key) {
        if (!offered(call.name())) {
            return failed(call, "INVALID_NOT_FOUND: there is no tool " + Cut.to(call.name(), EXCERPT)
                    + " — use one of " + tools.stream().map(Tool::name).collect(Collectors.joining(", ")));
        }
        if (call.input() == null) {
            return failed(call, "INVALID_REQUEST: the arguments are not a JSON object: "
                    + Cut.to(call.malformed(), EXCERPT) + " — send one object as the tool's schema says");
        }
        try {
            return done(call, skills.call(taken.caller(), call.name(), input(taken.id(), call), key).body());
        } catch (DiamondException e) {
            if (e.reason() == Reason.POLICY_IN_FLIGHT) {
                throw e;
            }
            return failed(call, e.problem().sentence());
        } catch (RuntimeException e) {
            LOG.errorf(e, "Tool failed; tool=%s session=%s", call.name(), taken.id());
            return failed(call, Problem.of(Reason.INTERNAL_ERROR, "the call of " + call.name() + " failed").sentence());
        }
    }

    private ObjectNode input(SessionId session, ToolCall call) {
        ObjectNode input = call.input().deepCopy();
        input.remove(SESSION);
        if (withSession.contains(call.name())) {
            input.put(SESSION, session.value());
        }
        return input;
    }

    private Entry.Done done(ToolCall call, ObjectNode body) {
        ObjectNode shown = body.deepCopy();
        if (shown.path("next") instanceof ArrayNode next) {
            for (int i = next.size() - 1; i >= 0; i--) {
                if (WITHHELD.contains(next.get(i).path("skill").asText())) {
                    next.remove(i);
                }
            }
        }
        String waitId = call.name().equals(PARK) ? body.at("/wait/id").textValue() : null;
        return new Entry.Done(call.id(), call.name(), marked("answer", shown), false, waitId,
                body.path("summary").asText());
    }

    private Entry.Done failed(ToolCall call, String sentence) {
        return new Entry.Done(call.id(), call.name(), marked("error", DiamondJson.json().valueToTree(sentence)), true,
                null, Cut.to(sentence, 2 * EXCERPT));
    }

    /** As JSON, out of which no text of a site can break; a long one is cut and says so. */
    private String marked(String member, JsonNode value) {
        ObjectNode marked = DiamondJson.json().createObjectNode().put("trusted", false);
        String whole = value.toString();
        if (whole.length() <= most) {
            return marked.set(member, value).toString();
        }
        return marked.put(member, Cut.to(whole, most)).put("cutCharacters", whole.length() - most)
                .put("hint", "ask for less at once: a limit, an offset, a cursor").toString();
    }

    private static ObjectNode schema(ObjectNode input) {
        ObjectNode bare = input.deepCopy();
        bare.remove(NOT_TAKEN);
        if (bare.path("properties") instanceof ObjectNode properties) {
            properties.remove(SESSION);
        }
        if (bare.path("required") instanceof ArrayNode required) {
            for (int i = required.size() - 1; i >= 0; i--) {
                if (required.get(i).asText().equals(SESSION)) {
                    required.remove(i);
                }
            }
        }
        return bare;
    }
}
