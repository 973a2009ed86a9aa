package org.diamondhpc.site.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile.Scheduler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole scripts of each family; {@code -Dgolden.write=FOLDER} writes them anew, for a person to read. */
class FamilyScriptsTest {
    private static final String TASK = "t-0123456789abcdef";
    private static final Map<String, String> TASKS = Map.of(
            "program", "{'name':'My job!','executable':'train.py','arguments':['it\\u0027s $HOME'],"
                    + "'environment':{'OMP_NUM_THREADS':'8'},'account':'proj1'}",
            "parallel", "{'executable':'./solver','resources':{'nodes':2,'processesPerNode':4,'coresPerProcess':2,"
                    + "'duration':'90m','exclusive':true},'constraints':{'features':['bigmem']},'modules':['gcc/12.2'],"
                    + "'checkpoint':{'signal':'USR1','before':'2m'}}",
            "gpu", "{'script':'nvidia-smi','resources':{'processesPerNode':1,'coresPerProcess':8,'gpusPerProcess':2},"
                    + "'queue':'gpuq'}",
            "memory", "{'script':'true','resources':{'processesPerNode':4,'memory':'8GiB','duration':'90s'}}",
            "array", "{'script':'echo $DIAMOND_ARRAY_INDEX','array':{'indices':'1-9:2','maxConcurrent':2}}");
    private static final Map<String, Map<String, String>> OPTIONS = Map.of("pbs", Map.of(), "lsf", Map.of(), "flux", Map.of(),
            "gridengine", Map.of("nodesPe", "mpi-{slots}", "exclusive", "exclusive"));

    private static final Set<String> AVOID_NODES = Set.of("slurm", "gridengine", "flux", "lsf");

    static Stream<Arguments> scripts() {
        return Stream.of("pbs", "gridengine", "flux", "lsf").flatMap(f -> TASKS.keySet().stream().sorted()
                .filter(t -> !f.equals("flux") || !t.equals("memory") && !t.equals("array"))
                .map(t -> Arguments.of(f, t)));
    }

    private static JobScript translate(String family, String json, Map<String, String> options, List<String> avoid) {
        TaskOrder order = TestingTasks.order(TASK, TestingTasks.spec(json));
        Placement at = TestingTasks.at("here", null, null);
        Placement avoiding = new Placement(at.site(), family, "alice", null, null, null, null, avoid, null, "fastest", "",
                List.of(), null);
        return Dialects.standard().of(family).translate(order, avoiding, TestingTasks.layout("/home/alice/.diamond", order),
                TestingTasks.profile(family, options));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void writesWhatItAlwaysWrote(String family, String task) throws IOException {
        String script = translate(family, TASKS.get(task), OPTIONS.get(family),
                AVOID_NODES.contains(family) ? List.of("n001") : List.of()).text()
                .replaceAll("(?s)# ---- constant from here on.*", "# the constant wrapper\n");

        String folder = System.getProperty("golden.write");
        if (folder != null) {
            Files.createDirectories(Path.of(folder, family));
            Files.writeString(Path.of(folder, family, task + ".txt"), script);
            return;
        }
        try (InputStream in = getClass().getResourceAsStream("/golden/" + family + "/" + task + ".txt")) {
            assertThat(script).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "pbs; {'script':'true','qos':'high'}; /qos", "pbs; {'script':'true','reservation':'maint'}; /reservation",
            "pbs; {'script':'true','array':{'indices':'1,2,9'}}; /array/indices",
            "pbs; {'script':'true','array':{'indices':'4'}}; /array/indices",
            "pbs; {'script':'true','resources':{'gpusPerProcess':1,'gpuType':'a100'}}; /resources/gpuType",
            "pbs; {'script':'true','environment':{'PBS_JOBID':'1'}}; /environment/PBS_JOBID",
            "gridengine; {'script':'true','qos':'high'}; /qos",
            "gridengine; {'script':'true','resources':{'nodes':2}}; /resources/nodes",
            "gridengine; {'script':'true','resources':{'exclusive':true}}; /resources/exclusive",
            "gridengine; {'script':'true','array':{'indices':'0-3'}}; /array/indices",
            "gridengine; {'script':'true','array':{'indices':'1,2,9'}}; /array/indices",
            "gridengine; {'script':'true','checkpoint':{'signal':'TERM','before':'1m'}}; /checkpoint/signal",
            "gridengine; {'script':'true','reservation':'maint'}; /reservation",
            "gridengine; {'script':'true','environment':{'SGE_ROOT':'/x'}}; /environment/SGE_ROOT",
            "flux; {'script':'true','resources':{'memory':'1GB'}}; /resources/memory",
            "flux; {'script':'true','array':{'indices':'1-3'}}; /array", "flux; {'script':'true','qos':'high'}; /qos",
            "flux; {'script':'true','reservation':'r1'}; /reservation",
            "flux; {'script':'true','resources':{'gpusPerProcess':1,'gpuType':'a100'}}; /resources/gpuType",
            "lsf; {'script':'true','qos':'high'}; /qos", "lsf; {'script':'true','array':{'indices':'0-3'}}; /array/indices",
            "lsf; {'script':'true','environment':{'LSB_JOBID':'1'}}; /environment/LSB_JOBID",
            "slurm; {'script':'true','environment':{'SLURM_CONF':'/x'}}; /environment/SLURM_CONF",
            "fork; {'script':'true','resources':{'nodes':2}}; /resources/nodes"})
    void refusesWhatTheFamilyCannotExpress(String family, String json, String pointer) {
        assertThatThrownBy(() -> translate(family, json, Map.of(), List.of()))
                .isInstanceOfSatisfying(DiamondException.class, e -> assertThat(e.problem().violations())
                        .extracting(Violation::pointer).contains(pointer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "pbs", "gridengine", "flux", "lsf", "fork"})
    void avoidsNodesOrSaysThatItCannot(String family) {
        if (AVOID_NODES.contains(family)) {
            assertThat(translate(family, "{'script':'true'}", Map.of(), List.of("n001")).text()).contains("n001");
        } else {
            assertThatThrownBy(() -> translate(family, "{'script':'true'}", Map.of(), List.of("n001")))
                    .isInstanceOfSatisfying(DiamondException.class, e -> assertThat(e.problem().violations())
                            .extracting(Violation::pointer).containsExactly("/excludedNodes"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pbs", "gridengine", "flux", "lsf"})
    void putsNothingOfTheUsersIntoADirectiveUnchecked(String family) {
        String hostile = "p\\n#PBS -q root";
        assertThatThrownBy(() -> translate(family, "{'script':'true','queue':'" + hostile + "','account':'" + hostile
                + "','constraints':{'features':['a b']}}", Map.of(), List.of("n001;x")))
                .isInstanceOfSatisfying(DiamondException.class, e -> assertThat(e.problem().violations())
                        .extracting(Violation::pointer).contains("/queue", "/account", "/constraints/features/0",
                                "/excludedNodes/0"));
    }

    @ParameterizedTest
    @CsvSource({"apptainer,exec", "podman-hpc,run", "ch-run,--cd=", "shifter,--image="})
    void runsContainersByWhatTheProfileNames(String runtime, String word) {
        Map<String, String> options = new HashMap<>(Map.of("container", runtime));

        String run = translate("pbs", "{'executable':'python3','container':{'image':'a/b:1','binds':['/scratch']}}", options,
                List.of()).files().get("run.sh");

        assertThat(run).contains("'" + runtime + "'").contains(word).contains("a/b:1").contains("/scratch");
    }

    @ParameterizedTest
    @CsvSource({"pbs,slots,is not an option", "gridengine,gpuPer,must be slot or job", "lsf,memoryPer,must be host or slot",
            "nosuch,family,must be one of"})
    void saysWhatIsWrongInAProfile(String family, String field, String says) {
        Map<String, String> wrong = Dialects.standard().problems(
                new Scheduler(family, Map.of(field, "9x")));

        assertThat(wrong.get(field)).contains(says);
    }
}
