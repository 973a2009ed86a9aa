package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;

/**
 * The answer to a call: a summary in words, what the skill's output schema names, and calls that may come next.
 *
 * @param body the whole, as it is sent
 * @param opened a session that the call has opened; null for none
 * @param replayed whether it was given before, for the same idempotency key
 */
public record SkillResult(ObjectNode body, SessionId opened, boolean replayed) {
    private static final String SUMMARY = "summary";
    private static final String NEXT = "next";
    private static final int MAX_SUMMARY = 600;

    public static Draft say(String summary) {
        return new Draft(summary);
    }

    public String summary() {
        return body.path(SUMMARY).asText();
    }

    /** An answer in the making. */
    public static final class Draft {
        private final ObjectNode body = DiamondJson.json().createObjectNode();
        private final ArrayNode next = DiamondJson.json().createArrayNode();
        private SessionId opened;

        private Draft(String summary) {
            body.put(SUMMARY, Cut.to(summary, MAX_SUMMARY));
        }

        /** What is null is left out. */
        public Draft with(String member, Object value) {
            if (value != null) {
                body.set(member, DiamondJson.json().valueToTree(value));
            }
            return this;
        }

        public Draft opened(SessionId session) {
            opened = session;
            return this;
        }

        public SkillResult next(NextCall... calls) {
            for (NextCall call : calls) {
                if (call != null) {
                    // Not by valueToTree: an empty input says something, too.
                    next.addObject().put("skill", call.skill()).put("why", call.why()).set("input", call.input());
                }
            }
            body.set(NEXT, next);
            return new SkillResult(body, opened, false);
        }
    }
}
