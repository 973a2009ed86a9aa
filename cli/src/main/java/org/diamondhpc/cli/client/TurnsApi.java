package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.schemas.id.SessionId;

/** The hosted agent: goals, and what it does about them. */
public final class TurnsApi {
    private static final Duration LONGEST = Duration.ofSeconds(50);

    private final Http http;

    TurnsApi(Http http) {
        this.http = http;
    }

    /** @param model by its name there; null: the usual one */
    public Document begin(SessionId session, String goal, String model, Intent intent) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("goal", goal);
        body.put("model", model);
        return document(http.send(Call.once(path(session), body, intent)).json());
    }

    /** The session's turns, newest first, and what all of them used. */
    public Document list(SessionId session) {
        return document(http.send(Call.get(path(session))).json());
    }

    /**
     * The turn as it is and the steps after a number; without any the answer comes with the next step or change of state,
     * at the latest after 50 seconds.
     */
    public Document steps(SessionId session, int turn, int after, String state) {
        return document(http.send(Call.get(path(session) + "/" + turn + "/steps").with("after", after)
                .with("state", state).with("wait", LONGEST.toSeconds()).patient(LONGEST)).json());
    }

    public Document cancel(SessionId session, int turn) {
        return document(http.send(Call.post(path(session) + "/" + turn + "/cancel", null)).json());
    }

    private static Document document(JsonNode json) {
        return () -> json;
    }

    private static String path(SessionId session) {
        return "v1/sessions/" + session + "/turns";
    }
}
