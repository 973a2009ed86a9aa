package org.diamondhpc.gateway.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.wake.WakeView;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.SessionEvent;

/**
 * A wake as it is sent: a CloudEvent in structured mode, the same bytes at each try.
 *
 * @param id the same at each try and for each webhook of the session; without full stops, as the signature demands
 */
record Message(String id, byte[] body) {
    static Message of(String session, String tenant, WakeView wake) {
        String id = session + "-" + wake.number();
        try {
            ObjectNode event = DiamondJson.json().createObjectNode().put("specversion", "1.0").put("id", id)
                    .put("source", Journal.SOURCE).put("type", EventTypes.of(SessionEvent.WakeIssued.class))
                    .put("subject", session).put("time", wake.issuedAt().toString())
                    .put("datacontenttype", "application/json");
            event.putObject("data").put("session", session).put("tenant", tenant).put("number", wake.number())
                    .put("waitId", wake.waitId()).put("reason", wake.reason())
                    .put("issuedAt", wake.issuedAt().toString())
                    .set("digest", DiamondJson.json().readTree(wake.digest()));
            return new Message(id, DiamondJson.json().writeValueAsBytes(event));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
