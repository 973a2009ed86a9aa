package org.diamondhpc.site.scheduler.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote.Kind;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.site.scheduler.Dialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptImportTest {
    private static final Set<KeptName> ALL = EnumSet.allOf(KeptName.class);
    private static final Set<KeptName> NONE = EnumSet.noneOf(KeptName.class);
    private final ScriptImport scripts = Dialects.standard().scripts();

    @ParameterizedTest
    @MethodSource("org.diamondhpc.site.scheduler.script.ScriptCase#all")
    void everyScriptAsksForWhatItsAuthorMeant(ScriptCase given) {
        Imported imported = scripts.read(given.script(), List.of(), ALL);

        assertThat(imported.family()).isEqualTo(given.family());
        assertThat(said(imported)).containsAllEntriesOf(withoutMarks(given.expected()));
        assertThat(said(imported).keySet()).filteredOn(name -> !NOT_ALWAYS_SAID.contains(name))
                .isSubsetOf(given.expected().keySet());
        assertThat(kinds(imported)).describedAs("%s", imported.notes())
                .matches(k -> k.contains(Kind.RISK) == given.expected().containsKey("risk"))
                .matches(k -> !given.expected().containsKey("assumed") || k.contains(Kind.ASSUMED));
    }

    @ParameterizedTest
    @MethodSource("org.diamondhpc.site.scheduler.script.ScriptCase#all")
    void namesOfItsOwnSiteAreLeftOutAndSaid(ScriptCase given) {
        Imported imported = scripts.read(given.script(), List.of(), NONE);

        TaskSpec spec = imported.spec();
        assertThat(new String[] {spec.queue(), spec.account(), spec.qos(), spec.reservation()}).containsOnlyNulls();
        assertThat(kinds(imported).contains(Kind.LEFT_OUT)).describedAs("%s", imported.notes())
                .isEqualTo(given.expected().containsKey("leftout"));
    }

    @Test
    void theCommandLineWinsOverTheScript() {
        Imported imported = scripts.read("#!/bin/bash\n#SBATCH -N 1 -t 5\necho $1\n",
                List.of("sbatch", "-N4", "--time=1:00:00", "job.sh", "a b"), NONE);

        assertThat(imported.spec().resources().nodes()).isEqualTo(4);
        assertThat(imported.spec().resources().duration().seconds()).isEqualTo(3600);
        assertThat(imported.spec().arguments()).containsExactly("a b");
        assertThat(imported.spec().name()).isEqualTo("job.sh");
    }

    @Test
    void aScriptWithoutDirectivesIsReadByItsCommand() {
        String script = "#!/bin/sh\nhostname\n";

        assertThat(scripts.read(script, List.of("bsub", "-n", "4", "-R", "span[hosts=1]", "-W", "5", "<", "run.sh"), NONE)
                .spec().resources().processesPerNode()).isEqualTo(4);
        assertThat(scripts.read(script, List.of("qsub", "-l", "select=2:ncpus=3", "-l", "walltime=60", "run.sh"), NONE)
                .family()).isEqualTo("pbs");
        assertThat(scripts.read(script, List.of("qsub", "-pe", "smp", "3", "-l", "h_rt=60", "run.sh"), NONE)
                .family()).isEqualTo("gridengine");
        assertThat(scripts.read(script, List.of("flux", "batch", "-N2", "run.sh"), NONE)
                .spec().resources().nodes()).isEqualTo(2);
    }

    @Test
    void whatIsNoScriptOfAnyFamilyIsRefused() {
        for (String script : List.of("", "echo hello\n", "#!/bin/sh\n# SBATCH -n 4\n", "\0#SBATCH -n 4\n")) {
            assertThatThrownBy(() -> scripts.read(script, List.of(), NONE)).isInstanceOf(DiamondException.class);
        }
        assertThatThrownBy(() -> scripts.read("#SBATCH -n 4\n", List.of("rm", "-rf", "/"), NONE))
                .isInstanceOf(DiamondException.class).hasMessageContaining("rm is no submit command");
    }

    @Test
    void valuesThatCannotBeReadAreLeftOutAndSaid() {
        Imported imported = scripts.read("""
                #!/bin/bash
                #SBATCH --nodes=many --time=soon --mem=lots --array=x --no-such-option --cpus-per-task=0
                #SBATCH --gres=fpga:2
                """, List.of(), NONE);

        assertThat(imported.notes()).extracting(ScriptNote::text).filteredOn(t -> t.contains("cannot be read")
                || t.contains("not an option") || t.contains("GPUs only")).hasSize(7);
        assertThat(imported.spec().resources().nodes()).isEqualTo(1);
    }

    @Test
    void whatOnlyItsOwnSchedulerKnowsIsARisk() {
        Imported imported = scripts.read("""
                #!/bin/bash
                #SBATCH -t 5
                scontrol show job $SLURM_JOB_ID
                echo $SLURM_TOPOLOGY_ADDR
                ./solver input
                exec srun ./solver
                """, List.of(), NONE);

        assertThat(imported.notes()).filteredOn(n -> n.kind() == Kind.RISK).extracting(ScriptNote::place)
                .containsExactlyInAnyOrder("line 3", "line 4", "script", "line 6");
    }

    @Test
    void aScriptOfAnotherLanguageGetsNothingPutBeforeIt() {
        Imported imported = scripts.read("""
                #!/usr/bin/env python3
                #SBATCH -t 5
                import os
                print(os.environ["SLURM_ARRAY_TASK_ID"])
                """, List.of(), NONE);

        assertThat(imported.spec().script()).isEqualTo("#!/usr/bin/env python3\nimport os\nprint(os.environ[\"SLURM_ARRAY_TASK_ID\"])\n");
        assertThat(imported.notes()).extracting(ScriptNote::kind).contains(Kind.RISK);
    }

    private static Set<Kind> kinds(Imported imported) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        imported.notes().forEach(n -> kinds.add(n.kind()));
        return kinds;
    }

    private static final Set<String> NOT_ALWAYS_SAID = Set.of("nodes", "processes", "cores", "duration");

    private static Map<String, String> withoutMarks(Map<String, String> expected) {
        Map<String, String> all = new LinkedHashMap<>(expected);
        all.keySet().removeAll(Set.of("risk", "assumed", "leftout"));
        return all;
    }

    private static Map<String, String> said(Imported imported) {
        TaskSpec spec = imported.spec();
        Resources r = spec.resources();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("nodes", String.valueOf(r.nodes()));
        all.put("processes", String.valueOf(r.processesPerNode()));
        all.put("cores", String.valueOf(r.coresPerProcess()));
        all.put("duration", r.duration().toString());
        put(all, "gpus", r.gpusPerProcess() == 0 ? null : r.gpusPerProcess());
        put(all, "gpuType", r.gpuType());
        put(all, "memory", r.memory());
        put(all, "exclusive", r.exclusive() ? "" : null);
        put(all, "name", spec.name());
        put(all, "array", spec.array() == null ? null : spec.array().indices());
        put(all, "atOnce", spec.array() == null ? null : spec.array().maxConcurrent());
        put(all, "checkpoint", spec.checkpoint() == null ? null
                : spec.checkpoint().signal() + "@" + spec.checkpoint().before());
        put(all, "queue", spec.queue());
        put(all, "account", spec.account());
        put(all, "qos", spec.qos());
        put(all, "reservation", spec.reservation());
        put(all, "features", spec.constraints().features().isEmpty() ? null
                : String.join(",", spec.constraints().features()));
        put(all, "architecture", spec.constraints().architecture());
        spec.environment().forEach((name, value) -> all.put("env:" + name, value));
        return all;
    }

    private static void put(Map<String, String> all, String name, Object value) {
        if (value != null) {
            all.put(name, value.toString());
        }
    }
}
