package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole scripts as the scheduler gets them; {@code -Dgolden.write=FOLDER} writes them anew, for a person to read. */
class GoldenScriptsTest {
    private static final String TASK = "t-0123456789abcdef";
    private final Dialect slurm = Dialects.standard().of("slurm");

    private JobScript translate(String json, Map<String, String> options) {
        TaskOrder order = TestingTasks.order(TASK, TestingTasks.spec(json));
        Placement at = TestingTasks.at("here", "batch", "proj1");
        Placement avoiding = new Placement(at.site(), "slurm", "alice", at.partition(), at.account(), "express", null,
                json.contains("'gpuType'") ? List.of("b001", "b002") : List.of(), null, "fastest", "", List.of(), null);
        return slurm.translate(order, avoiding, TestingTasks.layout("/home/alice/.diamond", order),
                TestingTasks.profile("slurm", options));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "program; {'name':'My job!','executable':'train.py','arguments':['--lr','0.1','it\\u0027s $HOME'],"
                    + "'environment':{'OMP_NUM_THREADS':'8'}}",
            "parallel; {'executable':'./solver','resources':{'nodes':2,'processesPerNode':4,'coresPerProcess':2,"
                    + "'gpusPerProcess':1,'gpuType':'a100','memory':'64GB','duration':'90s','exclusive':true},"
                    + "'constraints':{'features':['ib','bigmem']},'modules':['gcc/12.2','openmpi'],"
                    + "'outputs':[{'glob':'out/**/*.h5'}],'checkpoint':{'signal':'USR1','before':'2m'}}",
            "array; {'script':'#!/usr/bin/env python3\\r\\nprint(1)\\r\\n','array':{'indices':'1-10:2,20','maxConcurrent':3}}",
            "container; {'executable':'python3','arguments':['x.py'],'container':{'image':'docker://python:3.12',"
                    + "'binds':['/scratch']},'resources':{'gpusPerProcess':1}}"})
    void writesWhatItAlwaysWrote(String name, String json) throws IOException {
        JobScript script = translate(json, Map.of("container", "apptainer"));
        String all = script.files().entrySet().stream().map(f -> "==> " + f.getKey() + "\n"
                + f.getValue().replaceAll("(?s)# ---- constant from here on.*", "# the constant wrapper\n"))
                .collect(Collectors.joining());

        String folder = System.getProperty("golden.write");
        if (folder != null) {
            Files.writeString(Path.of(folder, name + ".txt"), all);
        }
        try (InputStream in = getClass().getResourceAsStream("/golden/slurm/" + name + ".txt")) {
            assertThat(all).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void putsNothingOfTheUsersIntoADirectiveUnchecked() {
        String hostile = "p\\n#SBATCH --uid=root";
        assertThatThrownBy(() -> translate("{'script':'true','qos':'" + hostile + "','reservation':'" + hostile
                + "','constraints':{'features':['" + hostile + "','a b']},'modules':['" + hostile + "'],"
                + "'resources':{'gpusPerProcess':1,'gpuType':'" + hostile + "'},'checkpoint':{'signal':'INT','before':'1m'},"
                + "'environment':{'A-B':'x'},'array':{'indices':'1;2'}}", Map.of()))
                .isInstanceOfSatisfying(DiamondException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.INVALID_SPEC);
                    assertThat(e.problem().violations()).extracting(Violation::pointer).contains("/reservation",
                            "/constraints/features/0", "/constraints/features/1", "/modules/0", "/resources/gpuType",
                            "/checkpoint/signal", "/environment/A-B", "/array/indices");
                });
    }

    @Test
    void makesAnyNameLegalAndKeepsTheTokenOutOfIt() {
        String text = translate("{'name':'\\u00fc; rm -rf / #%j','script':'true'}", Map.of()).text();

        assertThat(text).contains("#SBATCH --job-name=rm_-rf_j\n").contains("#SBATCH --comment=" + TASK + ".1\n");
    }

    @Test
    void refusesAContainerWhereTheSiteHasNoRuntime() {
        assertThatThrownBy(() -> translate("{'executable':'x','container':{'image':'a.sif'}}", Map.of()))
                .isInstanceOfSatisfying(DiamondException.class, e -> assertThat(e.problem().violations())
                        .singleElement().satisfies(v -> assertThat(v.pointer()).isEqualTo("/container")));
    }

    @ParameterizedTest
    @CsvSource({"1,0-00:01:00", "60,0-00:01:00", "61,0-00:02:00", "3600,0-01:00:00", "90061,1-01:02:00"})
    void roundsTimeUpToMinutes(long seconds, String text) {
        assertThat(Directives.time(seconds)).isEqualTo(text);
    }
}
