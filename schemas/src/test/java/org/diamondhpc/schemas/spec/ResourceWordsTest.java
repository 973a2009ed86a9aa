package org.diamondhpc.schemas.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people and models write for resources, and what it comes to: nodes x processes x cores x GPUs, memory of a node. */
class ResourceWordsTest {
    private final SpecReader reader = new SpecReader();

    private SpecReader.Result read(String resources) {
        return reader.readYaml("executable: /bin/true\nresources: " + resources);
    }

    private static String shape(Resources r) {
        return "%d x %d x %d x %d%s, %s, %d".formatted(r.nodes(), r.processesPerNode(), r.coresPerProcess(),
                r.gpusPerProcess(), r.gpuType() == null ? "" : " " + r.gpuType(),
                r.memory() == null ? "-" : r.memory().mebibytes() + " MiB", r.duration().seconds());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{nodes: 2, processes: 8, memoryPerCore: 4gb, walltime: 90 minutes} | 2 x 4 x 1 x 0, 16384 MiB, 5400",
        "{node_count: 2, process_count: 8, cpu_cores_per_process: 2} | 2 x 4 x 2 x 0, -, 600",
        "{tasks: 4, cpus-per-task: 2, mem_per_cpu: 512M, time_limit: '00:07:00'} | 1 x 4 x 2 x 0, 4096 MiB, 420",
        "{processes: 8, tasksPerNode: 4} | 2 x 4 x 1 x 0, -, 600",
        "{nodes: 2, tasks_per_node: 4, processes: 8} | 2 x 4 x 1 x 0, -, 600",
        "{nodes: '2', processesPerNode: four, coresPerNode: 8} | 2 x 4 x 2 x 0, -, 600",
        "{cores: 8, gpu: 1, ram_gb: 4, walltime_minutes: 90} | 1 x 1 x 8 x 1, 4096 MiB, 5400",
        "{gpus: 'a100:2'} | 1 x 1 x 1 x 2 a100, -, 600",
        "{gpu: 2 x A100} | 1 x 1 x 1 x 2 A100, -, 600",
        "{gpu: v100, gpuType: null} | 1 x 1 x 1 x 1 v100, -, 600",
        "{gpus: none} | 1 x 1 x 1 x 0, -, 600",
        "{processesPerNode: 2, gpusPerNode: 4, memoryPerGpu: 2 GiB} | 1 x 2 x 1 x 2, 8192 MiB, 600",
        "{nodes: 2, totalMemory: 8 GiB} | 2 x 1 x 1 x 0, 4096 MiB, 600",
        "{processesPerNode: 4, memory: 1 GiB per task} | 1 x 4 x 1 x 0, 4096 MiB, 600",
        "{nodes: 2, memory: 4 gigabytes in total} | 2 x 1 x 1 x 0, 2048 MiB, 600",
        "{memory: 4096M, exclusive: 'true'} | 1 x 1 x 1 x 0, 4096 MiB, 600",
    })
    void namesOfOtherSystemsAndOtherQuantitiesAreWorkedOut(String resources, String shape) {
        SpecReader.Result result = read(resources);

        assertThat(result.violations()).isEmpty();
        assertThat(shape(result.spec().resources())).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "2 nodes with 4 tasks each, 2 cores per task, 4 GiB per core, 90 minutes | 2 x 4 x 2 x 0, 32768 MiB, 5400",
        "Two nodes, each with four MPI ranks; 1 hour and 30 minutes | 2 x 4 x 1 x 0, -, 5400",
        "8 tasks on 2 nodes for half an hour | 2 x 4 x 1 x 0, -, 1800",
        "8 CPU cores, 16 GB of memory, up to 2 hours | 1 x 1 x 8 x 0, 16384 MiB, 7200",
        "one A100 GPU, 4 cores and 8 GiB RAM for 1h30m | 1 x 1 x 4 x 1 A100, 8192 MiB, 5400",
        "4 processes per node on 2 compute nodes, a GPU per process, 512 MB/process | 2 x 4 x 1 x 1, 2048 MiB, 600",
        "2 nodes of 4 tasks with 2 cores each, exclusive, 01:30:00 | 2 x 2 x 2 x 0, -, 5400",
        "4 tasks a node, 2 nodes, 2 cores for each task, 8 GiB in total | 2 x 4 x 2 x 0, 4096 MiB, 600",
    })
    void aSentenceIsReadByItsPhrases(String words, String shape) {
        SpecReader.Result result = read('"' + words + '"');

        assertThat(result.violations()).isEmpty();
        assertThat(shape(result.spec().resources())).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{processes: 4, gpus: 2} | /resources/gpus | may be of each process",
        "{nodes: 2, cores: 8} | /resources/cores | may be of each process, of each node or of all 2",
        "{nodes: 2, processes: 7} | /resources/processes | cannot be shared evenly",
        "{nodes: 2, tasks: 8, ntasks_per_node: 2} | /resources/tasks | are not 2 nodes with 2 each",
        "{processesPerNode: 4, gpusPerNode: 2} | /resources/gpusPerNode | cannot be shared evenly",
        "{memory: 4096} | /resources/memory | without a unit is bytes",
        "{mem: '64'} | /resources/mem | without a unit is bytes",
        "{memory: 4 GiB, memoryPerCore: 1 GiB} | /resources/memoryPerCore | said twice",
        "{memory: 4 GiB, mem: 4 GiB} | /resources/mem | a second time",
        "{memoryPerCore: 4 GiB per task} | /resources/memoryPerCore | not the same",
        "{memoryPerGpu: 4 GiB} | /resources/memoryPerGpu | more than 0",
        "{duration: '1:30'} | /resources/duration | hours and minutes or minutes and seconds",
        "{duration: 5 ms} | /resources/duration | a duration is written like",
        "{nodes: several} | /resources/nodes | a whole number",
        "{coresPerProcess: 2, cores: 4} | /resources/cores | said twice",
        "{ppn: 4} | /resources/ppn | 'ppn'",
        "'2 nodes, 90m' | /resources | may be minutes or megabytes",
        "'2 nodes, a fast network' | /resources | \"1 fast network\" is not understood",
        "'2 blue nodes' | /resources | is not understood",
        "'4 tasks, 8 cores in total' | /resources | is not understood",
    })
    void whatHasSeveralMeaningsIsRefusedWithThem(String resources, String pointer, String why) {
        SpecReader.Result result = read(resources);

        assertThat(result.spec()).isNull();
        assertThat(result.violations()).anySatisfy(v -> {
            assertThat(v.pointer()).isEqualTo(pointer);
            assertThat(v.message()).contains(why);
        });
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        SpecReader.Result result = read("{nodes: 2, gpus: 1, mem: 7, duration: '1:30'}\nnodez: 3");

        assertThat(result.violations()).extracting(Violation::pointer).contains("/resources/gpus", "/resources/mem",
                "/nodez");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{nodes: 2, processesPerNode: 4, coresPerProcess: 2, gpusPerProcess: 1, gpuType: a100, "
            + "memory: 4GiB, duration: PT1H30M, exclusive: true}"})
    void plainTermsStayAsTheyAre(String resources) throws Exception {
        var spec = DiamondJson.yaml().readTree("resources: " + resources);

        assertThat(ResourceWords.plain(spec).spec()).isEqualTo(spec);
        assertThat(ResourceWords.plain(spec).violations()).isEmpty();
    }
}
