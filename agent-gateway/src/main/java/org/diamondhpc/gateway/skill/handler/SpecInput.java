package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;

/** Reads the specification in the member {@code spec}, and points into it when something is wrong. */
@Singleton
class SpecInput {
    private static final String AT = "/spec";
    private final SpecReader specs;

    SpecInput(SpecReader specs) {
        this.specs = specs;
    }

    /** @throws DiamondException {@code INVALID_SPEC} with everything that is wrong */
    TaskSubmission of(SkillCall call) {
        SpecReader.Result result = specs.read(call.tree("spec"));
        if (result.spec() == null) {
            throw pointed(result.problem());
        }
        return new TaskSubmission(result.spec(), call.session());
    }

    /** What the domain finds wrong with the specification, with pointers into the input. */
    <T> T checked(Supplier<T> use) {
        try {
            return use.get();
        } catch (DiamondException e) {
            throw e.reason() == Reason.INVALID_SPEC ? pointed(e.problem()) : e;
        }
    }

    private static DiamondException pointed(Problem problem) {
        return new DiamondException(Problem.of(Reason.INVALID_SPEC, problem.violations().stream()
                .map(v -> new Violation(AT + v.pointer(), v.message())).toList()));
    }
}
