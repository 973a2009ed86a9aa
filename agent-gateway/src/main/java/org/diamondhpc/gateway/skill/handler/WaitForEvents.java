package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.wake.WakeReader;

@Singleton
class WaitForEvents implements SkillHandler {
    private static final int LIMIT = 10;

    private final WakeReader wakes;
    private final Sessions sessions;
    private final TaskWatch tasks;

    WaitForEvents(WakeReader wakes, Sessions sessions, TaskWatch tasks) {
        this.wakes = wakes;
        this.sessions = sessions;
        this.tasks = tasks;
    }

    @Override
    public String skill() {
        return "wait_for_events";
    }

    /** Only an acknowledgement changes something; waiting must not hold its transaction open. */
    @Override
    public boolean changes(SkillCall call) {
        return call.has("acknowledge");
    }

    @Override
    public SkillResult call(SkillCall call) {
        if (call.has("acknowledge") && call.session() != null) {
            sessions.acknowledge(call.caller(), call.session(), call.number("acknowledge", 0));
        }
        return SkillResult.say("Acknowledged.").next();
    }

    @Override
    public SkillResult settle(SkillCall call, SkillResult done) {
        Duration atMost = Duration.ofSeconds(call.number("seconds", 0));
        SkillResult found = call.has("task") ? events(call, atMost) : wakes(call, atMost);
        return new SkillResult(found.body(), null, done.replayed());
    }

    private SkillResult wakes(SkillCall call, Duration atMost) {
        Long after = call.has("after") ? call.number("after", 0) : null;
        WakeReader.Wakes found = wakes.after(call.caller(), call.session(), after, atMost, call.limit(LIMIT));
        List<WakeBrief> all = found.items().stream().map(WakeBrief::of).toList();
        String told = all.isEmpty() ? "No wake yet." : Words.count(all.size(), "wake") + ": " + all.stream()
                .map(WakeBrief::told).collect(Collectors.joining("; ")) + ".";
        return SkillResult.say(told).with("wakes", all).with("after", found.next()).next(all.isEmpty() ? null
                : NextCall.of("wait_for_events", "when you have acted on it", "session", call.session(),
                        "acknowledge", found.next()));
    }

    private SkillResult events(SkillCall call, Duration atMost) {
        int after = (int) Math.min(Integer.MAX_VALUE, call.number("after", 0));
        List<JournalEntry> found = tasks.events(call.caller(), call.task(), after, atMost, call.limit(LIMIT));
        int next = found.isEmpty() ? after : found.getLast().seq();
        return SkillResult.say(found.isEmpty() ? "No event yet." : Words.count(found.size(), "event")
                        + ", the last: " + found.getLast().type() + ".")
                .with("events", found.stream().map(EventBrief::of).toList()).with("after", next)
                .next(found.size() < call.limit(LIMIT) ? null : NextCall.of("wait_for_events", "to read on", "task",
                        call.task(), "after", next));
    }
}
