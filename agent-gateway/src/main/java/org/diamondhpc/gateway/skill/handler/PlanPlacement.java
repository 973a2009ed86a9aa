package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.Plans;
import org.diamondhpc.gateway.task.TaskSubmission;

@Singleton
class PlanPlacement implements SkillHandler {
    private final Plans plans;
    private final SpecInput specs;

    PlanPlacement(Plans plans, SpecInput specs) {
        this.plans = plans;
        this.specs = specs;
    }

    @Override
    public String skill() {
        return "plan_placement";
    }

    @Override
    public SkillResult call(SkillCall call) {
        TaskSubmission submission = specs.of(call);
        PlanBrief plan = PlanBrief.of(specs.checked(() -> plans.plan(call.caller(), submission)));
        return SkillResult.say(plan.told()).with("plan", plan).next(plan.feasible() ? NextCall.of("submit_task",
                "to run it", "session", call.session(), "spec", call.tree("spec")) : null);
    }
}
