package org.diamondhpc.gateway.agent.domain;

import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.DiamondJson;

/** Conversations of tests. */
final class Talk {
    static final Limits LIMITS = new Limits(5, 6, 1000, 1_000_000);

    private Talk() {
    }

    static Turn turn(Entry... entries) {
        Turn turn = new Turn(new Conversation(List.of()), Spent.NOTHING, 0, Price.FREE);
        for (Entry entry : entries) {
            turn = turn.after(entry);
        }
        return turn;
    }

    static Entry asked() {
        return new Entry.Asked("compute pi");
    }

    static Entry said(String text, String... calls) {
        return new Entry.Said(text, List.of(calls).stream().map(Talk::call).toList(), false, new Usage(100, 0, 10));
    }

    static ToolCall call(String id) {
        return ToolCall.of(id, "submit_task", DiamondJson.json().createObjectNode().put("for", id));
    }

    static Entry done(String call) {
        return new Entry.Done(call, "submit_task", "{\"ok\":true}", false, null, "done");
    }

    static Entry parked(String call, String wait) {
        return new Entry.Done(call, "park", "{}", false, wait, "parked");
    }

    static Entry.Woken woken(long number, String wait, String reason) {
        return new Entry.Woken(number, wait, reason, DiamondJson.json().createObjectNode().put("summary", "ended"));
    }

    static Surroundings quiet() {
        return new Surroundings(Set.of(), List.of(), List.of());
    }

    static Surroundings open(String... waits) {
        return new Surroundings(Set.of(waits), List.of(), List.of());
    }

    static Surroundings wakes(Set<String> open, Entry.Woken... wakes) {
        return new Surroundings(open, List.of(), List.of(wakes));
    }

    static Surroundings givenUp(Set<String> open, String wait) {
        return new Surroundings(open, List.of(new Entry.GivenUp(wait)), List.of());
    }
}
