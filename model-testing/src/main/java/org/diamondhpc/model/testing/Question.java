package org.diamondhpc.model.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model is asked, whatever its form.
 *
 * @param number counts from 1 for each endpoint
 * @param headers names in lower case
 * @param turns what was said, oldest first
 * @param tools the tools' names
 * @param body as it came
 */
public record Question(int number, Form form, Map<String, String> headers, String system, List<Said> turns,
        List<String> tools, JsonNode body) {
    /** One thing that was said. */
    public sealed interface Said {
    }

    /** By the user. */
    public record User(String text) implements Said {
    }

    /** By the model. */
    public record Model(String text, List<Call> calls) implements Said {
    }

    /** By a tool. */
    public record Result(String call, String text) implements Said {
    }

    /** A call the model made. */
    public record Call(String id, String tool, JsonNode input) {
    }

    public Said last() {
        return turns.getLast();
    }

    /** The results the model is shown for its last answer, in order; none where something else came after. */
    public List<Result> results() {
        int from = turns.size();
        while (from > 0 && turns.get(from - 1) instanceof Result) {
            from--;
        }
        return turns.subList(from, turns.size()).stream().map(Result.class::cast).toList();
    }

    /** What the last result holds of its answer; empty where the last thing was no result. */
    public Optional<JsonNode> lastResult() {
        return results().isEmpty() ? Optional.empty() : Optional.of(Wire.json(results().getLast().text()));
    }

    /** The last text of the user, who also tells of wakes. */
    public String lastUser() {
        return turns.stream().filter(User.class::isInstance).map(t -> ((User) t).text()).reduce((a, b) -> b).orElse("");
    }

    /** The last result of a tool of this name. */
    public Optional<JsonNode> lastResultOf(String tool) {
        for (int i = turns.size() - 1; i >= 0; i--) {
            if (turns.get(i) instanceof Result r && called(r.call(), i).filter(tool::equals).isPresent()) {
                return Optional.of(Wire.json(r.text()));
            }
        }
        return Optional.empty();
    }

    private Optional<String> called(String id, int before) {
        for (int i = before - 1; i >= 0; i--) {
            if (turns.get(i) instanceof Model m) {
                return m.calls().stream().filter(c -> c.id().equals(id)).map(Call::tool).findFirst();
            }
        }
        return Optional.empty();
    }
}
