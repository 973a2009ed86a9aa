package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.id.WebhookId;

/** Sessions, waits and wakes. */
public final class SessionsApi {
    private static final String PATH = "v1/sessions";
    private static final Duration LONGEST = Duration.ofSeconds(50);

    private final Http http;

    SessionsApi(Http http) {
        this.http = http;
    }

    /** @param context what the agent wants to find again; null: nothing */
    public Session open(String title, JsonNode context, Intent intent) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("title", title);
        if (context != null) {
            body.put("context", context);
        }
        return new Session(http.send(Call.once(PATH, body, intent)).json());
    }

    public List<Session> list(int limit) {
        return Pages.all(http, Call.get(PATH), limit, Session::new);
    }

    public Session get(SessionId session) {
        return new Session(http.send(Call.get(path(session))).json());
    }

    public Session close(SessionId session) {
        return new Session(http.send(Call.post(path(session) + "/close", null)).json());
    }

    /** Puts the session to sleep; where it has happened already the wake is there at once. */
    public Document park(SessionId session, WaitFor wait, Intent intent) {
        JsonNode parked = http.send(Call.once(path(session) + "/waits", wait, intent)).json();
        return () -> parked;
    }

    public List<Document> waits(SessionId session, int limit) {
        return Pages.all(http, Call.get(path(session) + "/waits"), limit, node -> (Document) () -> node);
    }

    public Document unpark(SessionId session, WaitId wait) {
        JsonNode cancelled = http.send(Call.delete(path(session) + "/waits/" + wait)).json();
        return () -> cancelled;
    }

    /**
     * Wakes after a number, oldest first; sleeps in long-polls until there is one.
     *
     * @param after null: after the last acknowledged one
     * @param atMost how long to wait for one; null: for ever
     */
    public List<Wake> wakes(SessionId session, Long after, Duration atMost) {
        Deadline deadline = Deadline.in(atMost);
        while (true) {
            Duration wait = deadline.atMost(LONGEST);
            JsonNode answer = http.send(Call.get(path(session) + "/wakes").with("after", after)
                    .with("wait", wait.isZero() ? 0 : Math.max(1, wait.toSeconds())).patient(wait)).json();
            List<Wake> wakes = ((Document) () -> answer).list("/items", node -> new Wake(node));
            if (!wakes.isEmpty() || deadline.over()) {
                return wakes;
            }
        }
    }

    /** Wakes, live; never ends by itself. */
    public EventStream follow(SessionId session, Long after) {
        return new EventStream(http, path(session) + "/stream", after == null ? null : Long.toString(after),
                event -> false);
    }

    /** Every wake up to this number was seen. */
    public Session acknowledge(SessionId session, long upTo) {
        return new Session(http.send(Call.post(path(session) + "/wakes/ack", Map.of("upTo", upTo))).json());
    }

    /**
     * Has wakes sent to a URL; the answer holds the secret where it was made there, and no other answer does.
     *
     * @param secret null: one is made
     * @param after null: after the last acknowledged wake
     */
    public Document addWebhook(SessionId session, String url, String secret, Long after, Intent intent) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("url", url);
        body.put("secret", secret);
        body.put("after", after);
        JsonNode made = http.send(Call.once(path(session) + "/webhooks", body, intent)).json();
        return () -> made;
    }

    public List<Document> webhooks(SessionId session) {
        JsonNode answer = http.send(Call.get(path(session) + "/webhooks")).json();
        return ((Document) () -> answer).list("/items", node -> (Document) () -> node);
    }

    public void removeWebhook(SessionId session, WebhookId webhook) {
        http.send(Call.delete(path(session) + "/webhooks/" + webhook));
    }

    /** @param after from the wake after this one on; null: what was not taken yet */
    public Document redeliver(SessionId session, WebhookId webhook, Long after) {
        JsonNode answer = http.send(Call.post(path(session) + "/webhooks/" + webhook + "/redeliver",
                after == null ? Map.of() : Map.of("after", after))).json();
        return () -> answer;
    }

    private static String path(SessionId session) {
        return PATH + "/" + session;
    }
}
