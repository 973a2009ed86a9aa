package org.diamondhpc.bench.agent;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.model.testing.Question;

/**
 * What the scripted model does: it submits the job of the goal, learns of its end, reads what it printed, and says so. The
 * two kinds of agent differ in how it learns: by a wake, or by looking until it is over.
 */
final class Policy implements Function<Question, Answer> {
    private final boolean polls;
    private final Clock clock;
    private final Map<String, Instant> learned = new ConcurrentHashMap<>();

    Policy(boolean polls, Clock clock) {
        this.polls = polls;
        this.clock = clock;
    }

    /** A goal holds the specification as JSON. */
    static String goal(String spec) {
        return "Run the job below, wait for its end, and tell me what it printed.\n" + spec;
    }

    /** When the model was told of a task's end. */
    Instant learned(String task) {
        return learned.get(task);
    }

    @Override
    public Answer apply(Question q) {
        Optional<JsonNode> submitted = q.lastResultOf("submit_task");
        if (submitted.isEmpty()) {
            return Answer.call("submit_task", "{\"spec\":" + q.lastUser().substring(q.lastUser().indexOf('{')) + "}");
        }
        String task = submitted.get().at("/answer/task/id").asText();
        Optional<JsonNode> printed = q.lastResultOf("read_file");
        if (printed.isPresent()) {
            return Answer.words("Task " + task + " printed: " + printed.get().at("/answer/content/text").asText());
        }
        if (over(q)) {
            learned.putIfAbsent(task, clock.instant());
            return Answer.call("read_file", "{\"task\":\"" + task + "\"}");
        }
        return polls ? Answer.call("get_task", "{\"task\":\"" + task + "\"}")
                : Answer.call("park", "{\"tasks\":[\"" + task + "\"]}");
    }

    private boolean over(Question q) {
        return polls ? q.lastResultOf("get_task").filter(r -> r.at("/answer/task/state").asText()
                .matches("SUCCEEDED|FAILED|CANCELLED")).isPresent() : q.lastUser().contains("You are woken");
    }
}
