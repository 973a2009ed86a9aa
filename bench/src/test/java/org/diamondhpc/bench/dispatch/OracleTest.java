package org.diamondhpc.bench.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** By hand-worked cases, and records as real schedulers print them. */
class OracleTest {
    /** 2 nodes × 4 processes × 2 cores, 4 GiB and 4 GPUs a node, 25 min 30 s. */
    private static final Wanted WIDE = new Wanted(List.of(Site.BETA), 2, 4, 2, 4096, 4, "a100", 1530, "gpu", "proj1",
            "express", 0);
    private static final Wanted ARRAY = new Wanted(List.of(Site.EPSILON), 1, 1, 4, 2048, 0, null, 720, "all.q", "proj1",
            null, 3);

    private static final String SLURM = """
            JobId=12 JobName=dispatch-007 UserId=asmith(6001) Account=proj1 QOS=express JobState=COMPLETED ExitCode=0:0 \
            RunTime=00:00:01 TimeLimit=00:26:00 Partition=gpu NumNodes=2 NumCPUs=16 NumTasks=8 CPUs/Task=2 \
            TRES=cpu=16,mem=8G,node=2,billing=16,gres/gpu=8 MinCPUsNode=8 MinMemoryNode=4G Comment=t-0.1 \
            TresPerNode=gres:gpu:a100:4
            JobId=14 ArrayJobId=13 ArrayTaskId=1 ArrayTaskThrottle=2 JobState=COMPLETED ExitCode=0:0 NumNodes=1
            JobId=15 ArrayJobId=13 ArrayTaskId=2 ArrayTaskThrottle=2 JobState=FAILED ExitCode=3:0 NumNodes=1
            JobId=13 ArrayJobId=13 ArrayTaskId=3 ArrayTaskThrottle=2 JobState=COMPLETED ExitCode=0:0 NumNodes=1
            """;
    private static final String QACCT = """
            ==============================================================
            qname        all.q
            project      proj1
            jobnumber    21
            taskid       %d
            granted_pe   smp
            slots        4
            failed       0
            exit_status  0
            category     -l h_rt=720,h_vmem=512M -pe smp 4 -q all.q
            """;

    @Test
    void slurmCountsTasksOfTheJobMemoryOfANodeAndWholeMinutes() {
        Map<String, String> expected = Oracle.expected(WIDE, Site.BETA);

        assertThat(expected).containsEntry(Facts.NODES, "2").containsEntry(Facts.TASKS, "8")
                .containsEntry(Facts.CORES_PER_TASK, "2").containsEntry(Facts.CORES, "16")
                .containsEntry(Facts.MEMORY, "4096 MiB a node").containsEntry(Facts.TIME, "1560 s")
                .containsEntry(Facts.GPUS, "4").containsEntry(Facts.GPU_TYPE, "a100").containsEntry(Facts.QOS, "express");
    }

    @Test
    void gridEngineCountsSlotsAndMemoryOfASlot() {
        Map<String, String> one = Oracle.expected(ARRAY, Site.EPSILON);
        Map<String, String> two = Oracle.expected(new Wanted(List.of(Site.EPSILON), 2, 4, 2, 4096, 0, null, 60, null, null,
                null, 0), Site.EPSILON);

        assertThat(one).containsEntry(Facts.CORES, "4").containsEntry(Facts.ENVIRONMENT, "smp")
                .containsEntry(Facts.MEMORY, "512 MiB a slot").containsEntry(Facts.TIME, "720 s")
                .containsEntry(Facts.ELEMENTS, "3").doesNotContainKey(Facts.NODES);
        assertThat(two).containsEntry(Facts.ENVIRONMENT, "mpi-8").containsEntry(Facts.CORES, "16");
    }

    @Test
    void aSlurmRecordThatIsRightIsFoundRight() {
        SlurmRecords records = new SlurmRecords();
        records.read(SLURM);

        assertThat(Facts.wrong(Oracle.expected(WIDE, Site.BETA), records.facts("12"))).isEmpty();
        assertThat(records.facts("99")).isEmpty();
    }

    @Test
    void everyDifferenceIsSaid() {
        SlurmRecords records = new SlurmRecords();
        records.read(SLURM.replace("NumTasks=8", "NumTasks=4").replace("MinMemoryNode=4G", "MinMemoryNode=3907M")
                .replace("a100:4", "4").replace("TimeLimit=00:26:00", "TimeLimit=1-00:00:00"));

        assertThat(Facts.wrong(Oracle.expected(WIDE, Site.BETA), records.facts("12"))).hasSize(4).contains(
                "tasks: wanted 8, the scheduler says 4", "memory: wanted 4096 MiB a node, the scheduler says 3907 MiB a node",
                "GPU type: wanted a100, the scheduler says null", "time limit: wanted 1560 s, the scheduler says 86400 s");
    }

    @Test
    void oneElementThatFailedIsSeen() {
        SlurmRecords records = new SlurmRecords();
        records.read(SLURM);

        assertThat(records.facts("13")).containsEntry(Facts.ELEMENTS, "3").containsEntry(Facts.AT_ONCE, "2");
        assertThat(records.facts("13").get(Facts.EXIT)).contains("FAILED 3:0");
    }

    @Test
    void aGridEngineRecordIsReadElementByElement() {
        GridEngineRecords records = new GridEngineRecords();
        records.read(QACCT.formatted(1) + QACCT.formatted(2) + QACCT.formatted(3));

        assertThat(Facts.wrong(Oracle.expected(ARRAY, Site.EPSILON), records.facts("21"))).isEmpty();
    }

    @Test
    void aGridEngineJobThatFailedIsSeen() {
        GridEngineRecords records = new GridEngineRecords();
        records.read(QACCT.formatted(1) + QACCT.formatted(2).replace("exit_status  0", "exit_status  3"));

        assertThat(Facts.wrong(Oracle.expected(ARRAY, Site.EPSILON), records.facts("21"))).hasSize(2);
    }

    @Test
    void waysToSayAnAmountAreTakenInTurn() {
        assertThat(Wordings.time(5400)).contains("1h30m", "01:30:00", "PT90M", "90 minutes", "1.5 hours");
        assertThat(Wordings.memory(768)).contains("768 MB", "0.75GiB");
    }
}
