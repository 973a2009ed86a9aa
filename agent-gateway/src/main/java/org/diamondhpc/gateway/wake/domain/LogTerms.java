package org.diamondhpc.gateway.wake.domain;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem.Violation;

/**
 * A line that a task is to print.
 *
 * @param stream where; absent: stdout
 * @param pattern a regular expression in the syntax of RE2, found anywhere in a line
 */
public record LogTerms(TaskId task, Stream stream, String pattern) {
    public LogTerms {
        stream = stream == null ? Stream.STDOUT : stream;
    }

    /** What a program prints to. */
    public enum Stream {
        STDOUT, STDERR
    }

    /** The same in words, without the task; equal words mean equal terms. */
    public String words() {
        return stream + " matches " + pattern;
    }

    List<Violation> violations(String pointer) {
        List<Violation> all = new ArrayList<>();
        if (task == null) {
            all.add(new Violation(pointer + "/task", "name the task"));
        }
        String wrong = pattern == null ? "give a pattern" : LinePattern.wrong(pattern);
        if (wrong != null) {
            all.add(new Violation(pointer + "/pattern", wrong));
        }
        return all;
    }
}
