package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;

/** One call of a skill; the input fulfils the skill's schema. */
public record SkillCall(Skill skill, Caller caller, ObjectNode input) {
    /** The session it belongs to; null for none. */
    public SessionId session() {
        return id("session", SessionId::new);
    }

    public TaskId task() {
        return id("task", TaskId::new);
    }

    public TransferId transfer() {
        return id("transfer", TransferId::new);
    }

    public boolean has(String member) {
        return input.hasNonNull(member);
    }

    /** Null where absent. */
    public String text(String member) {
        return input.path(member).textValue();
    }

    public long number(String member, long absent) {
        return has(member) ? input.get(member).asLong() : absent;
    }

    public int limit(int absent) {
        return (int) number("limit", absent);
    }

    public boolean flag(String member) {
        return input.path(member).asBoolean(false);
    }

    public JsonNode tree(String member) {
        return input.get(member);
    }

    public <T> List<T> list(String member, Function<String, T> as) {
        List<T> all = new ArrayList<>();
        input.path(member).forEach(item -> all.add(as.apply(item.textValue())));
        return all;
    }

    /** As {@link #list(String, Function)}, of objects. */
    public <T> List<T> list(String member, Class<T> type) {
        List<T> all = new ArrayList<>();
        input.path(member).forEach(item -> all.add(DiamondJson.json().convertValue(item, type)));
        return all;
    }

    private <T> T id(String member, Function<String, T> as) {
        return has(member) ? as.apply(text(member)) : null;
    }
}
