package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.wake.WaitView;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.gateway.wake.domain.Alarm;
import org.diamondhpc.gateway.wake.domain.BudgetTerms;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.LogTerms;
import org.diamondhpc.gateway.wake.domain.SiteTerms;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.id.WaitId;

@Singleton
class Park implements SkillHandler {
    private final Waits waits;
    private final Sessions sessions;
    private final Clock clock;

    Park(Waits waits, Sessions sessions, Clock clock) {
        this.waits = waits;
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public String skill() {
        return "park";
    }

    @Override
    public SkillResult call(SkillCall call) {
        if (call.has("cancelWait")) {
            WaitView wait = waits.cancel(call.caller(), call.session(), new WaitId(call.text("cancelWait")));
            return answer(call.caller(), wait, "The wait is " + wait.state() + ".");
        }
        Instant deadline = call.has("timeoutSeconds") ? clock.instant().plusSeconds(call.number("timeoutSeconds", 0))
                : null;
        SessionId session = call.session() != null ? call.session()
                : sessions.open(call.caller(), "", null).id();
        WaitView wait = waits.park(call.caller(), session, new Condition(
                call.has("mode") ? Condition.Mode.valueOf(call.text("mode")) : null,
                call.list("tasks", TaskId::new), call.list("started", TaskId::new),
                call.list("transfers", TransferId::new), call.list("succeeded", TaskId::new),
                call.list("failed", TaskId::new), call.list("sites", SiteTerms.class),
                call.list("logs", LogTerms.class), call.list("betterPlacement", TaskId::new),
                call.list("budgets", BudgetTerms.class), call.has("attention")
                        ? Alarm.chosen(call.tree("attention")).orElseThrow() : null, deadline, call.text("note")));
        int things = wait.open().size() + wait.met().size();
        String until = deadline == null ? "" : (things == 0 ? "" : ", at the latest") + " in "
                + Words.of(Duration.ofSeconds(call.number("timeoutSeconds", 0)));
        return answer(call.caller(), wait, wait.wake() != null
                ? "It has happened already; the wake is number " + wait.wake() + "." : "Parked" + (things == 0 ? "; woken" : " for " + Words.count(things, "thing")) + until
                + ". End your turn; a wake will come.");
    }

    private SkillResult answer(Caller caller, WaitView wait, String told) {
        long after = wait.wake() == null ? sessions.get(caller, wait.session()).lastWake() : wait.wake() - 1;
        boolean over = wait.state() == WaitView.State.CANCELLED;
        return SkillResult.say(told).opened(wait.session()).with("session", wait.session())
                .with("wait", WaitBrief.of(wait)).with("after", after).next(over ? null : NextCall.of("wait_for_events",
                        "to read the wake when you are called again", "session", wait.session(), "after", after,
                        "seconds", wait.wake() == null ? 50 : 0));
    }
}
