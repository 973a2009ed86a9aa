package org.diamondhpc.site.scheduler.gridengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.text.Sections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real Grid Engine 8.1.9 printed, and what it means. */
class GridEngineSamplesTest {
    private static final String MARK = "0123456789abcdef";

    private static Sight one(List<Sight> all, String id) {
        return all.stream().filter(s -> s.base().equals(id.replaceAll("\\..*", "")) && (!id.contains(".")
                || s.elements().equals(List.of(Integer.valueOf(id.replaceAll(".*\\.", "")))))).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", value = {"5; RUNNING; -; s001", "17; RUNNING; -; s002",
            "9; WAITING; Queued; -", "8; WAITING; JobHeldUser; -", "30; WAITING; Dependency; -",
            "19; WAITING; JobInError; -", "20; WAITING; JobInError; -"})
    void readsWhatAJobDoes(String id, Phase phase, String reason, String node) {
        Sight job = one(QstatQueue.parse(Samples.read("epsilon/qstat-r.xml")), id);

        assertThat(job.phase()).isEqualTo(phase);
        assertThat(job.reason()).startsWith(reason == null ? "" : reason);
        assertThat(job.nodes()).isEqualTo(node == null ? List.of() : List.of(node));
    }

    @Test
    void givesEachElementItsRow() {
        String session = Samples.read("epsilon/session.txt");
        String queue = session.substring(session.indexOf("<?xml"), session.indexOf("</job_info>\n\n") + 12);

        List<Sight> jobs = QstatQueue.parse(queue);

        assertThat(jobs).filteredOn(j -> j.base().equals("5")).extracting(Sight::elements)
                .containsExactly(List.of(1), List.of(2), List.of(3));
        assertThat(one(jobs, "4").times().submit()).isEqualTo(Instant.parse("2026-11-30T01:59:52Z"));
        assertThat(one(jobs, "3").reason()).isEqualTo("JobHeldUser");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", value = {"1; COMPLETED; 0; -; -", "2; FAILED; 3; -; -",
            "3.4; COMPLETED; 0; -; -", "15; FAILED; 2; -; -", "18; FAILED; -; 9; a limit of its queue",
            "13; FAILED; -; 9; a limit of its queue", "21; LAUNCH_FAILED; -; -; searching requested shell",
            "19; LAUNCH_FAILED; -; -; changing into working directory", "20; LAUNCH_FAILED; -; -; opening input/output file"})
    void readsHowAJobEnded(String id, String end, Integer exit, Integer signal, String detail) {
        Sight job = one(QacctRecords.parse(Samples.read("epsilon/qacct.txt")), id);

        assertThat(job.phase()).isEqualTo(Phase.ENDED);
        assertThat(job.ending().end().name()).isEqualTo(end);
        assertThat(job.ending().exitCode()).isEqualTo(exit);
        assertThat(job.ending().signal()).isEqualTo(signal);
        assertThat(Optional.ofNullable(job.ending().detail()).orElse("")).contains(detail == null ? "" : detail);
    }

    @Test
    void keepsTheTokenOfTheAccountingString() {
        Sight job = one(QacctRecords.parse(Samples.read("epsilon/qacct.txt")), "1");

        assertThat(job.token()).isEqualTo("t-1.1");
        assertThat(job.times().end()).isEqualTo(Instant.parse("2026-11-30T14:03:37Z"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", value = {"-l h_rt=5; 5s; 1M; TIMEOUT", "-l h_rt=60,h_vmem=300M; 2s; 299M; OUT_OF_MEMORY",
            "-l h_rt=60,h_vmem=1G -pe smp 4; 10s; 3990M; OUT_OF_MEMORY", "-l h_rt=600; 10s; 1M; CANCELLED"})
    void tellsTheCauseOfAKillFromWhatWasAskedFor(String category, String ran, String memory, String end) {
        int slots = category.contains("-pe") ? 4 : 1;
        String record = "jobnumber 7\nfailed 100 : assumedly after job\nexit_status 137\nru_wallclock %s\nmaxvmem %sB\nslots %d\ncategory %s\n"
                .formatted(ran, memory, slots, category);

        assertThat(QacctRecords.parse(record).getFirst().ending().end().name()).isEqualTo(end);
    }

    @Test
    void seesHostsThroughTheirQueues() {
        List<Hosts.Instance> instances = Hosts.instances(Samples.read("epsilon/qstat-f-F.xml"));

        assertThat(instances).hasSize(8).allMatch(i -> i.slots() == 16 && i.available());
        assertThat(Hosts.groups(instances, Map.of(), Map.of())).anySatisfy(g -> {
            assertThat(g.names()).contains("s003");
            assertThat(g.gpus()).isEqualTo(2);
            assertThat(g.coresFree()).isEqualTo(16);
            assertThat(g.memoryFreeMb()).isEqualTo(64_000);
            assertThat(g.partitions()).containsExactly("all.q", "short.q");
            assertThat(g.architecture()).isEqualTo("x86_64");
        });
    }

    private static String part(String name, String file) {
        return "\n%s begin %s\n%s\n%1$s end %2$s 0\n".formatted(MARK, name, Samples.read("epsilon/" + file));
    }

    @Test
    void makesASnapshotOfAllThatIsAsked() {
        String parts = part("queues", "qconf-sq.txt") + part("pes", "qconf-sp.txt") + part("config", "qconf-sconf.txt")
                + part("instances", "qstat-f-F.xml") + part("jobs", "qstat-r-all.xml");

        SiteSnapshot seen = new GridEngineFamily().look(new Look("gridengine", Sections.parse(parts, MARK), MARK,
                TestingTasks.profile("gridengine", Map.of()), Instant.parse("2026-11-30T14:05:00Z")));

        assertThat(seen.health().state()).isEqualTo(SiteHealth.State.UP);
        assertThat(seen.maxArraySize()).isEqualTo(75_000);
        assertThat(seen.partitions()).extracting(p -> p.name() + " " + p.open() + " " + p.maxTime())
                .containsExactly("all.q true PT24H", "short.q true PT5M");
        assertThat(seen.queue()).filteredOn(QueuedJob::running).hasSize(3);
        assertThat(seen.queue()).filteredOn(j -> !j.running()).hasSize(9);
    }

    @Test
    void readsLimitsOfQueues() {
        assertThat(Snapshots.blocks(Samples.read("epsilon/qconf-sq.txt"), "qname")).extracting(q -> q.get("qname"))
                .containsExactly("all.q", "short.q");
        assertThat(Snapshots.time("24:00:00")).contains(Duration.ofHours(24));
        assertThat(Snapshots.time("INFINITY")).isEmpty();
        assertThat(Snapshots.time("3600,[@fast=60]")).contains(Duration.ofHours(1));
    }

    @Test
    void refusesAnAnswerThatWasCutOff() {
        String whole = Samples.read("epsilon/qstat-r.xml");

        assertThatThrownBy(() -> QstatQueue.parse(whole.substring(0, whole.length() / 2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QstatQueue.parse("")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "1; Unable to run job: Job was rejected because job requests unknown queue \"nosuch.q\"; SCHEDULER_INVALID_PARTITION",
            "1; Unable to run job: unknown resource \"nosuch\"; SCHEDULER_INFEASIBLE",
            "1; Unable to run job: job rejected: the requested parallel environment \"nosuch\" does not exist; SCHEDULER_INFEASIBLE",
            "1; Unable to run job: job rejected: the requested project \"nosuch\" does not exist; SCHEDULER_INVALID_ACCOUNT",
            "1; Unable to run job: error: no suitable queues; SCHEDULER_INFEASIBLE",
            "1; Unable to run job: Error reading answer list from qmaster; SCHEDULER_UNCONFIRMED",
            "1; Unable to run job: unable to send message to qmaster using port 6444 on host \"epsilon-login1\": got send error; SCHEDULER_UNAVAILABLE",
            "2; qsub: invalid option argument \"-nosuch\"; INVALID_SPEC",
            "2; qsub: argument to -N option must not contain /; INVALID_SPEC",
            "1; Unable to run job: job rejected: 0 is an invalid task id; INVALID_SPEC",
            "1; the advance reservation id 99 is invalid; SCHEDULER_INFEASIBLE"})
    void knowsWhatARefusalMeans(int rc, String said, Reason reason) {
        assertThat(GridEngineMessages.refusal(rc, said).reason()).isEqualTo(reason);
    }
}
