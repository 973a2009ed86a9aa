package org.diamondhpc.gateway.agent.domain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was said in a session by the hosted agent and to it, oldest first; the last {@code Asked} begins the turn. */
public record Conversation(List<Entry> entries) {
    public Conversation {
        entries = List.copyOf(entries);
    }

    public Conversation with(Entry entry) {
        List<Entry> all = new ArrayList<>(entries);
        all.add(entry);
        return new Conversation(all);
    }

    public Entry last() {
        return entries.getLast();
    }

    /** The calls of the last answer that have no result yet, in order. */
    public List<ToolCall> openCalls() {
        Set<String> done = new LinkedHashSet<>();
        for (int i = entries.size() - 1; i >= 0; i--) {
            switch (entries.get(i)) {
                case Entry.Done d -> done.add(d.call());
                case Entry.Said s -> {
                    return s.calls().stream().filter(c -> !done.contains(c.id())).toList();
                }
                default -> {
                    return List.of();
                }
            }
        }
        return List.of();
    }

    /** The waits this turn has made whose end it has not heard, the latest first. */
    public Set<String> waits() {
        Set<String> waits = new LinkedHashSet<>();
        Set<String> over = new HashSet<>();
        for (int i = entries.size() - 1; i >= 0 && !(entries.get(i) instanceof Entry.Asked); i--) {
            switch (entries.get(i)) {
                case Entry.Woken w when !w.goesOn() -> over.add(w.waitId());
                case Entry.GivenUp g -> over.add(g.waitId());
                case Entry.Done d when d.waitId() != null && !over.contains(d.waitId()) -> waits.add(d.waitId());
                default -> { }
            }
        }
        return waits;
    }

    /** Whether the last thing that happened is that a call of the last answer put the session to sleep. */
    boolean sleeping(Set<String> open) {
        for (int i = entries.size() - 1; i >= 0 && entries.get(i) instanceof Entry.Done d; i--) {
            if (d.waitId() != null && open.contains(d.waitId())) {
                return true;
            }
        }
        return false;
    }
}
