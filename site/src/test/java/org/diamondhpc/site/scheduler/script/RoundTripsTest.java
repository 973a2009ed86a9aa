package org.diamondhpc.site.scheduler.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.ScriptNote.Kind;
import org.diamondhpc.schemas.spec.ArraySpec;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every script to a task, to a script of every family, and back to a task: the same, but for what the way there named or
 * refused. What it may name and refuse is what the family cannot say, and stands here.
 */
class RoundTripsTest {
    private static final Dialects DIALECTS = Dialects.standard();
    private static final Set<KeptName> ALL = EnumSet.allOf(KeptName.class);
    private static final Map<String, Map<String, String>> OPTIONS = Map.of("slurm", Map.of(), "lsf", Map.of(),
            "pbs", Map.of("gpuType", "gpu_type"), "flux", Map.of("gpuType", "property"),
            "gridengine", Map.of("nodesPe", "mpi-{slots}", "exclusive", "exclusive", "gpuType", "gpu_type"));
    private static final Map<String, Set<String>> REFUSED = Map.of("slurm", Set.of(), "lsf", Set.of("/qos", "/array/indices"),
            "pbs", Set.of("/qos", "/checkpoint", "/reservation"),
            "flux", Set.of("/qos", "/array", "/resources/memory", "/reservation"),
            "gridengine", Set.of("/qos", "/array/indices", "/checkpoint/signal", "/reservation"));
    private static final Set<String> SLOTS = Set.of("/resources/processesPerNode", "/resources/coresPerProcess",
            "/resources/gpusPerProcess");
    private static final Map<String, Set<String>> NAMED = Map.of("slurm", Set.of("/resources/duration"),
            "lsf", with(SLOTS, "/name", "/resources/duration", "/checkpoint/before"), "pbs", Set.of("/environment/OMP_NUM_THREADS", "/script"),
            "flux", Set.of("/resources/gpuType", "/constraints/features", "/resources/memory"),
            "gridengine", with(SLOTS, "/resources/nodes", "/resources/memory", "/script"));

    static Stream<Arguments> ways() {
        return ScriptCase.all().flatMap(given -> ScriptCase.FAMILIES.stream().map(family -> Arguments.of(given, family)));
    }

    @ParameterizedTest(name = "{0} to {1} and back")
    @MethodSource("ways")
    void comesBackAsItWas(ScriptCase given, String family) {
        Imported first = DIALECTS.scripts().read(given.script(), List.of(), ALL);
        Set<String> refused = new TreeSet<>();
        TaskSpec carried = expressible(first.spec(), family, refused);
        PlainScript there = written(carried, family);

        Imported back = DIALECTS.scripts().read(there.text(), List.of(), ALL);

        Set<String> named = new TreeSet<>(there.notes().stream().map(ScriptNote::place).toList());
        assertThat(refused).as("refused by %s", family).isSubsetOf(REFUSED.get(family));
        assertThat(named).as("named by %s", family).isSubsetOf(with(NAMED.get(family), "/constraints/architecture"));
        assertThat(back.family()).isEqualTo(family);
        assertThat(differences(carried, back.spec(), named)).as("lost and not named, carried by\n%s\nnamed: %s\nread: %s",
                there.text(), there.notes(), back.notes()).isEmpty();
        assertThat(back.spec().resources().totalCores()).isEqualTo(carried.resources().totalCores());
        assertThat(back.spec().resources().duration().seconds()).isBetween(carried.resources().duration().seconds(),
                carried.resources().duration().seconds() + 59);
        assertThat(back.notes()).as("of\n%s", there.text()).filteredOn(n -> n.kind() == Kind.LEFT_OUT
                || n.kind() == Kind.RISK && !named.contains("/resources/nodes") && !named.containsAll(SLOTS)
                && first.notes().stream().noneMatch(f -> f.text().equals(n.text()))).isEmpty();
    }

    private static SiteProfile profile(String family) {
        return TestingTasks.profile(family, OPTIONS.get(family));
    }

    private static PlainScript written(TaskSpec spec, String family) {
        return PlainScript.of(spec, DIALECTS.of(family), profile(family));
    }

    /** The task without the fields that the family refuses. */
    private static TaskSpec expressible(TaskSpec spec, String family, Set<String> refused) {
        try {
            written(spec, family);
            return spec;
        } catch (DiamondException e) {
            ObjectNode json = DiamondJson.json().valueToTree(spec);
            for (Violation violation : e.problem().violations()) {
                String pointer = violation.pointer();
                refused.add(pointer);
                String gone = pointer.startsWith("/array") || pointer.startsWith("/checkpoint")
                        ? pointer.split("/")[1] : pointer.substring(pointer.lastIndexOf('/') + 1);
                JsonNode parent = pointer.startsWith("/resources") ? json.path("resources") : json;
                ((ObjectNode) parent).remove(gone);
            }
            return written(DiamondJson.json().convertValue(json, TaskSpec.class), family) == null ? null
                    : DiamondJson.json().convertValue(json, TaskSpec.class);
        }
    }

    private static Map<String, String> differences(TaskSpec expected, TaskSpec actual, Set<String> named) {
        Map<String, String> before = fields(expected);
        Map<String, String> after = fields(actual);
        Map<String, String> all = new TreeMap<>();
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        names.removeIf(name -> named.stream().anyMatch(n -> name.equals(n) || name.startsWith(n + "/")));
        names.stream().filter(n -> !String.valueOf(before.get(n)).equals(after.get(n)))
                .forEach(n -> all.put(n, before.get(n) + " became " + after.get(n)));
        return all;
    }

    /** Values by path; an array's indices as the elements they are. */
    private static Map<String, String> fields(TaskSpec spec) {
        Map<String, String> all = new TreeMap<>();
        collect("", DiamondJson.json().valueToTree(spec), all);
        if (spec.array() != null) {
            all.put("/array/indices", new ArraySpec(spec.array().indices(), null).expanded().toString());
        }
        return all;
    }

    private static void collect(String path, JsonNode node, Map<String, String> all) {
        if (node.isObject()) {
            node.properties().forEach(e -> collect(path + "/" + e.getKey(), e.getValue(), all));
        } else if (!node.isNull() && !(node.isArray() && node.isEmpty())) {
            all.put(path, node.toString());
        }
    }

    private static Set<String> with(Set<String> some, String... more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(List.of(more));
        return all;
    }
}
