package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.diamondhpc.schemas.DiamondJson;

/** A call that may come next, and when it helps. */
public record NextCall(String skill, ObjectNode input, String why) {
    /** @param members name, value, name, value …; what is null is left out */
    public static NextCall of(String skill, String why, Object... members) {
        ObjectNode input = DiamondJson.json().createObjectNode();
        for (int i = 0; i < members.length; i += 2) {
            if (members[i + 1] != null) {
                input.set((String) members[i], DiamondJson.json().valueToTree(members[i + 1]));
            }
        }
        return new NextCall(skill, input, why);
    }
}
