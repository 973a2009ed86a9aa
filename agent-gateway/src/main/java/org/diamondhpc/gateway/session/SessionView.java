package org.diamondhpc.gateway.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.diamondhpc.schemas.id.SessionId;

/**
 * A session.
 *
 * @param openWaits what it waits for, counted
 * @param lastWake the number of the last wake, 0 for none
 * @param acked the agent has seen every wake up to this number
 * @param context what the agent gave at the start
 * @param notes what the agent wrote down since
 */
public record SessionView(SessionId id, String title, SessionState state, int openWaits, long lastWake, long acked,
        int version, JsonNode context, JsonNode notes, Instant createdAt, Instant changedAt) {
}
