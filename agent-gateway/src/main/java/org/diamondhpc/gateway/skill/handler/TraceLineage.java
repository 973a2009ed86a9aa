package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.WorkspaceFile;
import org.diamondhpc.gateway.workspace.domain.Lineage;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.spec.DataPlace;
import org.diamondhpc.schemas.spec.InputSpec;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.CollectedOutput;

@Singleton
class TraceLineage implements SkillHandler {
    private static final int DEPTH = 5;
    private static final int MAX_STEPS = 100;
    private static final int MAX_INPUTS = 50;

    private final Catalogue catalogue;
    private final Tasks tasks;
    private final Transfers transfers;

    TraceLineage(Catalogue catalogue, Tasks tasks, Transfers transfers) {
        this.catalogue = catalogue;
        this.tasks = tasks;
        this.transfers = transfers;
    }

    /** A file and what made it. */
    record Step(String path, String sha256, String kind, TaskId task, SiteId site, TransferId transfer, String by,
            Instant at, List<String> inputs) {
        static Step leaf(String path, String kind) {
            return new Step(path, null, kind, null, null, null, null, null, List.of());
        }

        static Step of(WorkspaceFile file, List<String> inputs) {
            Lineage l = file.lineage();
            return new Step(file.uri(), file.sha256(), l.kind(), l.task(), l.site(), l.transfer(), l.by(), l.at(),
                    inputs.stream().limit(MAX_INPUTS).toList());
        }
    }

    /** A place still to be looked at, so many tasks and transfers away from the file. */
    private record Open(String path, int depth) {
    }

    @Override
    public String skill() {
        return "lineage";
    }

    @Override
    public SkillResult call(SkillCall call) {
        String start = FilePlace.file(call.text("path")).toString();
        catalogue.get(call.caller().tenant(), LogicalPath.parse(start));
        long depth = call.number("depth", DEPTH);
        List<Step> steps = new ArrayList<>();
        Set<String> seen = new HashSet<>(Set.of(start));
        ArrayDeque<Open> open = new ArrayDeque<>(List.of(new Open(start, 0)));
        boolean truncated = false;
        while (!open.isEmpty() && steps.size() < MAX_STEPS) {
            Open next = open.removeFirst();
            Step step = step(call.caller(), next.path());
            steps.add(step);
            for (String input : step.inputs()) {
                if (next.depth() >= depth) {
                    truncated = true;
                } else if (seen.add(input)) {
                    open.addLast(new Open(input, next.depth() + 1));
                }
            }
        }
        return SkillResult.say(told(steps.getFirst())).with("steps", steps)
                .with("truncated", truncated || !open.isEmpty()).next(steps.getFirst().task() == null ? null
                        : NextCall.of("get_task", "to see how it was made", "task", steps.getFirst().task(), "include",
                                List.of("spec")));
    }

    private Step step(Caller caller, String place) {
        if (!place.startsWith(DataPlace.WORKSPACE_SCHEME)) {
            return Step.leaf(place, place.startsWith("inline:") ? "inline" : "site");
        }
        return catalogue.find(caller.tenant(), LogicalPath.parse(place)).map(f -> Step.of(f, inputs(caller, f)))
                .orElseGet(() -> Step.leaf(place, "unknown"));
    }

    private List<String> inputs(Caller caller, WorkspaceFile file) {
        Lineage l = file.lineage();
        if (l.task() != null) {
            TaskSpec spec = tasks.get(caller, l.task(), true).spec();
            return spec.inputs().stream().map(i -> named(caller, spec, i)).distinct().toList();
        }
        return l.transfer() == null ? List.of() : transfers.get(caller, l.transfer()).items().stream()
                .filter(i -> i.to().equals(file.uri())).map(TransferView.Item::from).distinct().toList();
    }

    /** Where an input came from; another task's output by the path it was catalogued under. */
    private String named(Caller caller, TaskSpec spec, InputSpec input) {
        if (input.content() != null) {
            return "inline:" + input.to();
        }
        if (DataPlace.parse(input.from()) instanceof DataPlace.OfTask of) {
            return of.among(spec.dependsOn()).flatMap(t -> tasks.find(caller.tenant(), List.of(t)).stream()
                    .flatMap(v -> v.outputs().stream()).filter(o -> o.relative().equals(of.path()))
                    .map(CollectedOutput::path).findFirst()).orElse(input.from());
        }
        return input.from();
    }

    private static String told(Step first) {
        return switch (first.kind()) {
            case "task" -> "Made by task " + first.task() + " at " + first.site() + " from "
                    + Words.count(first.inputs().size(), "input") + ".";
            case "transfer" -> "Brought by transfer " + first.transfer() + ".";
            default -> "Came by " + first.kind() + (first.by() == null ? "." : " of " + first.by() + ".");
        };
    }
}
