package org.diamondhpc.schemas.spec;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** What a well-formed specification must also fulfil; each rule adds its own errors. */
final class SpecRules {
    /** A whole event must stay below Kafka's default of 1 MiB, and carries the specification once. */
    private static final int MAX_TOTAL_BYTES = 600_000;

    private final TaskSpec spec;
    private final List<Violation> violations;

    private SpecRules(TaskSpec spec, List<Violation> violations) {
        this.spec = spec;
        this.violations = violations;
    }

    static void check(TaskSpec spec, List<Violation> violations) {
        SpecRules rules = new SpecRules(spec, violations);
        rules.program();
        rules.texts();
        rules.inputs();
        rules.outputs();
        rules.resources();
        rules.dependencies();
        rules.placement();
        rules.size();
    }

    private void program() {
        if ((spec.executable() == null) == (spec.script() == null)) {
            say("/executable", "give exactly one of executable and script");
        }
    }

    /** An array's elements begin each for itself, so that no one of several arrays could be the first. */
    private void placement() {
        if (spec.placement() != null && PlacementPolicy.HEDGED.equals(spec.placement().policy()) && spec.array() != null) {
            say("/placement/policy", "an array is not submitted to several sites at once");
        }
    }

    /** A NUL cannot be an argument, a variable or part of a path on any system Diamond drives. */
    private void texts() {
        noNul("/name", spec.name());
        noControl("/name", spec.name());
        noNul("/executable", spec.executable());
        noNul("/script", spec.script());
        for (int i = 0; i < spec.arguments().size(); i++) {
            noNul("/arguments/" + i, spec.arguments().get(i));
        }
        spec.environment().forEach((key, value) -> {
            noNul("/environment/" + key, value);
            if (key.startsWith("DIAMOND_")) {
                say("/environment/" + key, "names that begin with DIAMOND_ are set by the system");
            }
        });
        if (spec.container() != null) {
            noControl("/container/image", spec.container().image());
            spec.container().binds().forEach(b -> noControl("/container/binds", b));
        }
    }

    private void inputs() {
        Set<String> targets = new HashSet<>();
        for (int i = 0; i < spec.inputs().size(); i++) {
            InputSpec input = spec.inputs().get(i);
            String at = "/inputs/" + i;
            if ((input.from() == null) == (input.content() == null)) {
                say(at, "give exactly one of from and content");
                continue;
            }
            if (input.from() != null) {
                DataPlace.problem(input.from()).ifPresent(p -> say(at + "/from", p));
            }
            String to = input.to() == null ? DataPlace.lastName(input.from()) : input.to();
            if (to == null) {
                say(at + "/to", "name the target; it cannot be guessed");
            } else {
                RelativePath.problem(to).ifPresent(p -> say(at + "/to", p));
                if (!targets.add(to)) {
                    say(at + "/to", "two inputs have the same target " + to);
                }
            }
            if (input.content() != null) {
                noNul(at + "/content", input.content());
            }
        }
    }

    private void outputs() {
        for (int i = 0; i < spec.outputs().size(); i++) {
            OutputSpec output = spec.outputs().get(i);
            String at = "/outputs/" + i;
            RelativePath.problem(output.glob()).ifPresent(p -> say(at + "/glob", p));
            if (output.to() != null) {
                DataPlace.workspaceProblem(output.to()).ifPresent(p -> say(at + "/to", p));
            }
        }
    }

    private void resources() {
        Resources r = spec.resources();
        if (r.gpuType() != null && r.gpusPerProcess() == 0) {
            say("/resources/gpuType", "a GPU type needs gpusPerProcess of at least 1");
        }
        if (r.totalCores() > 10_000_000L) {
            say("/resources", "more than 10 million cores");
        }
        if (spec.checkpoint() != null && spec.checkpoint().before().seconds() >= r.duration().seconds()) {
            say("/checkpoint/before", "the signal must come after the start: before is less than the duration");
        }
    }

    private void dependencies() {
        Set<Object> seen = new HashSet<>();
        spec.dependsOn().forEach(d -> {
            if (!seen.add(d.task())) {
                say("/dependsOn", "names " + d.task() + " twice");
            }
        });
        for (int i = 0; i < spec.inputs().size(); i++) {
            String from = spec.inputs().get(i).from();
            if (from != null && from.startsWith("task:")) {
                String at = "/inputs/" + i + "/from";
                DataPlace.dependencyProblem(from, spec.dependsOn()).ifPresent(p -> say(at, p));
            }
        }
    }

    private void size() {
        long total = spec.script() == null ? 0 : bytes(spec.script());
        total += spec.arguments().stream().mapToLong(SpecRules::bytes).sum();
        total += spec.environment().values().stream().mapToLong(SpecRules::bytes).sum();
        total += spec.inputs().stream().mapToLong(i -> bytes(i.content()) + bytes(i.from()) + bytes(i.to())).sum();
        if (total > MAX_TOTAL_BYTES) {
            say("", "the specification holds %d bytes, at most %d are possible; put data into a workspace file"
                    .formatted(total, MAX_TOTAL_BYTES));
        }
    }

    private static long bytes(String text) {
        return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }

    private void noNul(String pointer, String text) {
        if (text != null && text.indexOf('\0') >= 0) {
            say(pointer, "holds a NUL character");
        }
    }

    private void noControl(String pointer, String text) {
        if (text != null && text.chars().anyMatch(Character::isISOControl)) {
            say(pointer, "holds a control character");
        }
    }

    private void say(String pointer, String message) {
        violations.add(new Violation(pointer, message));
    }
}
