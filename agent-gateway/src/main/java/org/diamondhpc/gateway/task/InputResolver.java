package org.diamondhpc.gateway.task;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.gateway.artefact.Artefacts;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.WorkspaceFile;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.spec.DataPlace;
import org.diamondhpc.schemas.spec.InputSpec;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;

/** Turns the inputs of a specification into places they can be had from. */
@ApplicationScoped
class InputResolver {
    private final Catalogue catalogue;
    private final Sites sites;
    private final Artefacts artefacts;

    InputResolver(Catalogue catalogue, Sites sites, Artefacts artefacts) {
        this.catalogue = catalogue;
        this.artefacts = artefacts;
        this.sites = sites;
    }

    /** The inputs, and what is wrong with them; outputs of tasks that have not ended are left without copies. */
    record Resolved(List<ResolvedInput> inputs, List<Violation> violations) {
    }

    /** @param outputs what the tasks it depends on left behind, of those that have ended */
    Resolved resolve(TenantId tenant, TaskSpec spec, Map<TaskId, List<CollectedOutput>> outputs) {
        List<ResolvedInput> inputs = new ArrayList<>();
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < spec.inputs().size(); i++) {
            InputSpec input = spec.inputs().get(i);
            try {
                inputs.add(one(tenant, spec, input, outputs));
            } catch (DiamondException e) {
                if (e.problem().outcome() == Outcome.TEMPORARY) {
                    throw e; // nothing is wrong with the request
                }
                violations.add(new Violation("/inputs/" + i + "/from", e.problem().detail()));
            } catch (IllegalArgumentException e) {
                violations.add(new Violation("/inputs/" + i + "/from", e.getMessage()));
            }
        }
        return new Resolved(inputs, violations);
    }

    private ResolvedInput one(TenantId tenant, TaskSpec spec, InputSpec input,
            Map<TaskId, List<CollectedOutput>> outputs) {
        if (input.content() != null) {
            return new ResolvedInput("inline", input.to(), input.content(), input.executable(), null, null, null);
        }
        String to = input.to() != null ? input.to()
                : input.from().substring(Math.max(input.from().lastIndexOf('/'), input.from().lastIndexOf(':')) + 1);
        return switch (DataPlace.parse(input.from())) {
            case DataPlace.InWorkspace place -> {
                WorkspaceFile file = catalogue.get(tenant, new LogicalPath(place.workspace(), place.path()));
                yield resolved(input, to, file.size(), file.sha256(), file.replicas());
            }
            case DataPlace.AtSite place -> {
                sites.requireVisible(tenant, place.site());
                yield resolved(input, to, null, null, List.of(Replica.at(place.site(), place.path())));
            }
            case DataPlace.OfTask place -> ofTask(place, spec, input, to, outputs);
        };
    }

    private ResolvedInput ofTask(DataPlace.OfTask place, TaskSpec spec, InputSpec input, String to,
            Map<TaskId, List<CollectedOutput>> outputs) {
        TaskId task = place.among(spec.dependsOn()).orElseThrow(() ->
                new IllegalArgumentException("names no entry of dependsOn"));
        List<CollectedOutput> left = outputs.get(task);
        if (left == null) {
            return resolved(input, to, null, null, List.of());
        }
        Optional<CollectedOutput> found = left.stream().filter(o -> o.relative().equals(place.path())).findFirst();
        CollectedOutput output = found.orElseThrow(() ->
                new IllegalArgumentException("task " + task + " left no output " + place.path()));
        return resolved(input, to, output.size(), output.sha256(), output.replicas());
    }

    private ResolvedInput resolved(InputSpec input, String to, Long size, String sha256,
            List<Replica> replicas) {
        return new ResolvedInput(input.from(), to, null, input.executable(), size, sha256, replicas,
                artefacts.of(replicas, size));
    }
}
