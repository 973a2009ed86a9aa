package org.diamondhpc.gateway.skill.handler;

import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** A problem in an answer; the detail may quote a site. */
record ProblemBrief(Reason reason, Outcome outcome, String detail, String whatToDo) {
    private static final int MAX_TEXT = 500;

    static ProblemBrief of(Problem problem) {
        return problem == null ? null : new ProblemBrief(problem.reason(), problem.outcome(),
                Cut.to(problem.detail(), MAX_TEXT), Cut.to(problem.whatToDo(), MAX_TEXT));
    }
}
