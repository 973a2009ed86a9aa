package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.WholeText;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/** What every edge calls to have a skill carried out. */
@Singleton
public class Skills {
    private static final ObjectWriter CANONICAL = DiamondJson.json().writer()
            .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private final SkillCatalogue catalogue;
    private final Map<String, SkillHandler> handlers;
    private final Idempotency idempotency;
    private final Sessions sessions;
    private final SkillJournal journal;

    Skills(SkillCatalogue catalogue, Instance<SkillHandler> handlers, Idempotency idempotency, Sessions sessions,
            SkillJournal journal) {
        this.catalogue = catalogue;
        this.handlers = handlers.stream().collect(Collectors.toMap(SkillHandler::skill, Function.identity()));
        this.idempotency = idempotency;
        this.sessions = sessions;
        this.journal = journal;
        catalogue.all().forEach(s -> {
            if (!this.handlers.containsKey(s.name())) {
                throw new IllegalStateException("nothing carries out the skill " + s.name());
            }
        });
    }

    /**
     * Carries out a call. Called on a virtual thread, outside a transaction.
     *
     * @param input the skill's input; null: none
     * @param key makes the effect happen once; null: it is simply done
     * @throws DiamondException {@code INVALID_REQUEST} with everything that is wrong with the input, or of the skill
     */
    public SkillResult call(Caller caller, String name, JsonNode input, String key) {
        Skill skill = catalogue.get(name);
        JsonNode given = input == null || input.isNull() ? DiamondJson.json().createObjectNode() : input;
        SkillJournal.Entry entry = journal.begin(skill, caller, given);
        try {
            SkillResult result = carryOut(checked(skill, caller, given, entry), key);
            entry.ended(result);
            return result;
        } catch (DiamondException e) {
            entry.failed(e.problem());
            throw e;
        }
    }

    private SkillCall checked(Skill skill, Caller caller, JsonNode input, SkillJournal.Entry entry) {
        WholeText.problem(input).ifPresent(p -> {
            throw DiamondException.of(Reason.INVALID_REQUEST, p);
        });
        String named = input.path("session").textValue();
        if (named != null && named.matches("s-[a-z0-9]{8,40}")) {
            SessionId session = new SessionId(named);
            sessions.get(caller, session);
            entry.in(session);
        }
        List<Violation> violations = catalogue.violations(skill, input);
        if (!violations.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, violations));
        }
        return new SkillCall(skill, caller, (ObjectNode) input);
    }

    private SkillResult carryOut(SkillCall asked, String key) {
        SkillHandler handler = handlers.get(asked.skill().name());
        boolean changes = handler.changes(asked);
        if (changes) {
            asked.caller().requireWriter();
        }
        return handler.settle(asked, changes && key != null ? once(handler, asked, key)
                : handler.call(handler.prepare(asked)));
    }

    /** What it takes to carry it out is not asked for again where the answer is there. */
    private SkillResult once(SkillHandler handler, SkillCall asked, String key) {
        byte[] request = fingerprint(asked);
        Answer answer = idempotency.known(asked.caller(), key, request).orElseGet(() -> {
            SkillCall call = handler.prepare(asked);
            return idempotency.once(asked.caller(), key, request, () -> Answer.of(200, null, null, handler.call(call)));
        });
        return answer.replayed() ? again((String) answer.body()) : (SkillResult) answer.body();
    }

    private static SkillResult again(String kept) {
        try {
            SkillResult first = DiamondJson.json().readValue(kept, SkillResult.class);
            return new SkillResult(first.body(), first.opened(), true);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same whatever the order of members and the edge it came by. */
    private static byte[] fingerprint(SkillCall call) {
        try {
            return ("SKILL " + call.skill().name() + "\n" + CANONICAL.writeValueAsString(
                    DiamondJson.json().convertValue(call.input(), TreeMap.class))).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
