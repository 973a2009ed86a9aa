package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * One try of a task at one site, written {@code TASK.N} with N from 1. It is the token in everything done at
 * the site: the attempt's directory, the job's comment, the claim.
 */
public record AttemptId(TaskId task, int number) {
    public AttemptId {
        if (task == null || number < 1) {
            throw new IllegalArgumentException("an attempt is a task and a number from 1");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static AttemptId parse(String text) {
        int dot = text == null ? -1 : text.lastIndexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException("an attempt is written TASK.N");
        }
        try {
            return new AttemptId(new TaskId(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("an attempt is written TASK.N with a number N", e);
        }
    }

    @JsonValue
    @Override
    public String toString() {
        return task + "." + number;
    }
}
