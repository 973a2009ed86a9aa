package org.diamondhpc.cli.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TransferId;

/** Transfers between sites and workspaces. */
public final class TransfersApi {
    private static final String PATH = "v1/transfers";

    private final Http http;

    TransfersApi(Http http) {
        this.http = http;
    }

    /** One file: from and to {@code ws://WORKSPACE/path} or {@code SITE:/path}. */
    public record Item(String from, String to) {
    }

    /**
     * @param session null: none
     * @param move whether what has arrived is then deleted at its source
     */
    public Transfer request(List<Item> items, SessionId session, boolean move, Intent intent) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("items", items);
        if (session != null) {
            body.put("session", session);
        }
        if (move) {
            body.put("move", true);
        }
        return new Transfer(http.send(Call.once(PATH, body, intent)).json());
    }

    /** @param state null: any */
    public List<Transfer> list(String state, int limit) {
        return Pages.all(http, Call.get(PATH).with("state", state), limit, Transfer::new);
    }

    public Transfer get(TransferId transfer) {
        return new Transfer(http.send(Call.get(PATH + "/" + transfer)).json());
    }

    /** A second time, or after the end, nothing happens. */
    public Transfer cancel(TransferId transfer) {
        return new Transfer(http.send(Call.post(PATH + "/" + transfer + "/cancel", null)).json());
    }

    /** What happens, live, after entry {@code after}; ends with the transfer. */
    public EventStream follow(TransferId transfer, long after) {
        return new EventStream(http, PATH + "/" + transfer + "/events", after == 0 ? null : Long.toString(after),
                event -> event.json().path("type").asText()
                        .matches("org\\.diamondhpc\\.transfer\\.(finished|failed|cancelled)\\.v\\d+"));
    }
}
