package org.diamondhpc.schemas.spec;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.WorkspaceId;

/**
 * What an agent asks for, in the terms of PSI/J's JobSpec and GA4GH TES where they fit. Exactly one of
 * {@code executable} and {@code script} is given. {@link SpecReader} turns JSON or YAML into one and finds all
 * errors at once; a record made otherwise is not checked.
 *
 * @param name for people; at most 80 characters
 * @param executable program to run, a path at the site or relative to the working directory; no shell sees it
 * @param arguments its arguments, passed on byte by byte
 * @param script a whole script instead, at most 256 KiB; a missing {@code #!} line means {@code /bin/bash}
 * @param container runs the program inside a container
 * @param environment variables, passed on byte by byte
 * @param resources nodes, cores, GPUs, memory, time
 * @param modules environment modules loaded first
 * @param inputs staged into the working directory before the job starts
 * @param outputs collected into the workspace after it ended; stdout and stderr always are
 * @param constraints which sites may be chosen
 * @param account the project charged; absent: the profile's
 * @param queue the scheduler's partition or queue; absent: Diamond chooses
 * @param qos quality of service; absent: the site's default
 * @param reservation a reservation to run in
 * @param dependsOn tasks that must have ended first
 * @param array many runs of the same program
 * @param retries further attempts after a failure
 * @param checkpoint a signal before the time limit
 * @param placement how the site is chosen
 * @param workspace where outputs go; absent: {@code default}
 * @param labels for the asker's own use
 * @param application the registered application it runs, whose requirements then count; may be absent
 */
public record TaskSpec(String name, String executable, List<String> arguments, String script, Container container,
        Map<String, String> environment, Resources resources, List<String> modules, List<InputSpec> inputs,
        List<OutputSpec> outputs, Constraints constraints, String account, String queue, String qos,
        String reservation, List<Dependency> dependsOn, ArraySpec array, Retries retries, Checkpoint checkpoint,
        PlacementPolicy placement, WorkspaceId workspace, Map<String, String> labels, String application) {
    private static final WorkspaceId DEFAULT_WORKSPACE = new WorkspaceId("default");

    public TaskSpec {
        arguments = Absent.list(arguments);
        environment = Absent.map(environment);
        resources = resources == null ? Resources.defaults() : resources;
        modules = Absent.list(modules);
        inputs = Absent.list(inputs);
        outputs = Absent.list(outputs);
        constraints = constraints == null ? Constraints.none() : constraints;
        dependsOn = Absent.list(dependsOn);
        retries = retries == null ? new Retries(null) : retries;
        placement = placement == null ? new PlacementPolicy(null) : placement;
        workspace = workspace == null ? DEFAULT_WORKSPACE : workspace;
        labels = Absent.map(labels);
    }

    /** Of no registered application. */
    public TaskSpec(String name, String executable, List<String> arguments, String script, Container container,
            Map<String, String> environment, Resources resources, List<String> modules, List<InputSpec> inputs,
            List<OutputSpec> outputs, Constraints constraints, String account, String queue, String qos,
            String reservation, List<Dependency> dependsOn, ArraySpec array, Retries retries, Checkpoint checkpoint,
            PlacementPolicy placement, WorkspaceId workspace, Map<String, String> labels) {
        this(name, executable, arguments, script, container, environment, resources, modules, inputs, outputs,
                constraints, account, queue, qos, reservation, dependsOn, array, retries, checkpoint, placement,
                workspace, labels, null);
    }

    /** The same with what its application needs as well: modules first, GPUs and memory where it asks for less. */
    public TaskSpec needing(Application.Requirements more) {
        Resources r = resources;
        Resources larger = new Resources(r.nodes(), r.processesPerNode(), r.coresPerProcess(),
                Math.max(r.gpusPerProcess(), more.gpus()), r.gpuType() == null && more.gpuTypes().size() == 1
                        ? more.gpuTypes().getFirst() : r.gpuType(), r.memory() == null ? more.memory() : r.memory(),
                r.duration(), r.exclusive());
        return new TaskSpec(name, executable, arguments, script, container, environment, larger,
                union(more.modules(), modules), inputs, outputs, constraints.needing(more), account, queue, qos,
                reservation, dependsOn, array, retries, checkpoint, placement, workspace, labels, application);
    }

    static List<String> union(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).distinct().toList();
    }
}
