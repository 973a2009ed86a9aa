package org.diamondhpc.gateway.edge.rest;

import java.util.List;
import java.util.Locale;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/**
 * A failure as RFC 9457 says it, with Diamond's own members.
 *
 * @param reason the stable code; {@code type} ends with it
 * @param instance the request's id, by which the operator finds it in the logs
 * @param outcome whether trying again helps
 * @param violations every error of a bad request
 */
record ProblemBody(String type, String title, int status, String detail, String instance, Reason reason,
        Outcome outcome, String whatToDo, List<Violation> violations) {
    ProblemBody {
        violations = Absent.list(violations);
    }

    static ProblemBody of(Problem problem, int status, String request) {
        return new ProblemBody("https://diamondhpc.org/problems/" + problem.reason(), title(problem.reason()), status,
                problem.detail(), "urn:diamond:request:" + request, problem.reason(), problem.outcome(),
                problem.whatToDo(), problem.violations());
    }

    /** The code in words: {@code SITE_NO_SUCH_FILE} is {@code Site no such file}. */
    private static String title(Reason reason) {
        String words = reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
