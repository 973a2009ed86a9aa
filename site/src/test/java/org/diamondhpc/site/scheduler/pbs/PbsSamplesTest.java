package org.diamondhpc.site.scheduler.pbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real OpenPBS 23.06 printed, and what it means. */
class PbsSamplesTest {
    private static final String PIPE = "|";

    private static List<Sight> read(String file) {
        return PbsFamily.sights(Samples.read("pbs/" + file + ".out"), PIPE);
    }

    private static Sight one(String file, String id) {
        String base = PbsJob.base(id).orElseThrow();
        List<Integer> element = id.matches("\\d+\\[\\d+]") ? List.of(Integer.valueOf(id.replaceAll(".*\\[|]", ""))) : List.of();
        return read(file).stream().filter(s -> s.base().equals(base) && (element.isEmpty() || s.elements().equals(element)))
                .findFirst().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", value = {
            "qstat-x-f-json-finished-kinds; 1001; TIMEOUT; -; -; -; 2026-11-30T02:47:02Z; 2026-11-30T02:47:06Z; cn001",
            "qstat-x-f-json-finished-kinds; 1002; OUT_OF_MEMORY; -; -; more memory; 2026-11-30T02:47:02Z; 2026-11-30T02:47:12Z; cn001",
            "qstat-x-f-json-finished-kinds; 1003; FAILED; -; 9; -; 2026-11-30T02:47:03Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1004; FAILED; -; 11; -; 2026-11-30T02:47:03Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1005; FAILED; -; 15; -; 2026-11-30T02:47:03Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1006; FAILED; 3; -; -; 2026-11-30T02:47:03Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1007; FAILED; 255; -; -; 2026-11-30T02:47:04Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1008; CANCELLED; -; -; deleted by bea; 2026-11-30T02:47:04Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1009; CANCELLED; -; -; deleted by bea; 2026-11-30T02:47:04Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1010; CANCELLED; -; -; deleted by bea; 2026-11-30T02:47:04Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1011; CANCELLED; -; -; deleted; -; -; -",
            "qstat-x-f-json-finished-kinds; 1012; CANCELLED; -; -; deleted; -; -; -",
            "qstat-x-f-json-finished-kinds; 1014; DEPENDENCY_FAILED; -; -; depends on; -; -; -",
            "qstat-x-f-json-finished-kinds; 1017; LAUNCH_FAILED; -; -; shell; 2026-11-30T02:47:06Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1019; COMPLETED; 0; -; -; 2026-11-30T02:47:07Z; -; cn001",
            "qstat-x-f-json-finished-kinds; 1021; FAILED; 127; -; -; 2026-11-30T02:47:07Z; -; cn001",
            "node-down-jobs-json-4; 1068; NODE_FAIL; -; -; node was lost; 2026-11-30T02:50:06Z; 2026-11-30T02:50:27Z; gn001",
            "qstat-xt-f-json-after-crash-restart; 1; NODE_FAIL; -; -; daemon; 2026-11-30T02:44:12Z; 2026-11-30T02:46:02Z; cn001",
            "badstage-nodir-f-json-later; 1283; FAILED; 3; -; -; 2026-11-30T02:53:45Z; -; cn001",
            "st-f-json-array-finished; 1063[0]; COMPLETED; 0; -; -; 2026-11-30T02:49:10Z; -; cn001",
            "st-f-json-array-finished; 1063[2]; FAILED; 2; -; -; 2026-11-30T02:49:10Z; -; cn002",
            "st-txf-json-array-midway; 1065[1]; CANCELLED; -; -; deleted by bea; 2026-11-30T02:49:41Z; 2026-11-30T02:49:43Z; cn001",
            "st-txf-json-array-midway; 1065[2]; COMPLETED; 0; -; -; 2026-11-30T02:49:41Z; -; cn001",
            "st-txf-json-array-midway; 1065[6]; CANCELLED; -; -; deleted; -; -; -",
            "unk-qstat-x-subjob; 10[2]; COMPLETED; 0; -; -; 2026-11-30T02:44:15Z; -; cn001"})
    void readsHowAJobEnded(String file, String id, String end, Integer exit, Integer signal, String detail, Instant start,
            Instant over, String node) {
        Sight job = one(file, id);

        assertThat(job.phase()).isEqualTo(Phase.ENDED);
        assertThat(job.ending().end().name()).isEqualTo(end);
        assertThat(job.ending().exitCode()).isEqualTo(exit);
        assertThat(job.ending().signal()).isEqualTo(signal);
        assertThat(Optional.ofNullable(job.ending().detail()).orElse("")).contains(detail == null ? "" : detail);
        assertThat(job.times().start()).isEqualTo(start);
        if (over != null) {
            assertThat(job.times().end()).isEqualTo(over);
        }
        assertThat(job.nodes()).isEqualTo(node == null ? List.of() : List.of(node));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "node-down-jobs-json-4; 1067; REQUEUED; a node was lost", "node-down-jobs-json-1; 1067; RUNNING; Job run",
            "st-f-json-rerun; 1064; RUNNING; Job run", "st-f-json-suspended; 1061; RUNNING; Job run",
            "st-f-json-hold-running; 1060; RUNNING; Job held", "hookrej-f-json; 1282; WAITING; JobHeldAdmin",
            "hookrej-f-json-held-by-system; 1282; WAITING; JobHeldAdmin", "unk-qstat-mixed; 1037; WAITING; JobHeldUser",
            "badstage-f-json; 1278; WAITING; Starting", "badstage-nodir-f-json; 1283; RUNNING; Job run",
            "badstage-nodir-f-json-later; 1284; WAITING; StageInFailed",
            "qstat-x-f-json-finished-kinds; 1018; RUNNING; Job run", "est-qstat-f-json; 1071; WAITING; Insufficient amount",
            "st-f-json-array-running; 1062[3]; RUNNING; Job run", "st-txf-json-array-midway; 1065[5]; RUNNING; Job run",
            "qstat-f-json; 7; WAITING; BeginTime", "qstat-f-json; 8; WAITING; Dependency",
            "qstat-f-json; 6; WAITING; JobHeldUser", "qstat-f-json; 1; RUNNING; Job run"})
    void readsWhatAJobDoes(String file, String id, Phase phase, String reason) {
        Sight job = one(file, id);

        assertThat(job.phase()).isEqualTo(phase);
        if (phase != Phase.RUNNING) {
            assertThat(job.reason()).contains(reason);
        }
    }

    @Test
    void givesAnArrayThatWaitsItsElements() {
        Sight array = read("qstat-f-json").stream().filter(s -> s.base().equals("11[]")).findFirst().orElseThrow();

        assertThat(array.elements()).isNotEmpty().allMatch(e -> e >= 1 && e <= 6);
        assertThat(array.phase()).isEqualTo(Phase.WAITING);
    }

    @Test
    void believesElementsRatherThanTheirArray() {
        List<Sight> rows = read("st-f-json-array-finished").stream().filter(s -> s.base().equals("1063[]")).toList();

        assertThat(rows).extracting(Sight::elements).containsExactly(List.of(0), List.of(1), List.of(2), List.of(3));
        assertThat(read("unk-qstat-array-parent-only-x")).extracting(Sight::elements).containsExactly(List.of(0, 2, 4, 6, 8));
    }

    @Test
    void readsUsage() {
        Sight job = one("qstat-x-f-json-finished-kinds", "1002");

        assertThat(job.usage().elapsed()).isEqualTo(Duration.ofSeconds(10));
        assertThat(job.usage().maxMemoryBytes()).isEqualTo(321216L << 10);
        assertThat(job.usage().queuedFor()).isEqualTo(Duration.ZERO);
    }

    @Test
    void survivesHostileValuesBehindARandomDelimiter() {
        List<Sight> jobs = PbsFamily.sights(Samples.read("pbs/inj-dsv-custom.out"), "@#7f3a#@");

        assertThat(jobs).extracting(Sight::base).containsExactly("1285", "1287", "1288", "1289", "1290", "1291");
        assertThat(jobs.subList(0, 5)).allMatch(j -> j.phase() == Phase.WAITING && j.reason().equals("JobHeldUser"));
        assertThat(Records.parse(Samples.read("pbs/inj-dsv-custom.out"), "@#7f3a#@").get(2).get("Account_Name"))
                .isEqualTo("nl\n    job_state = F");
    }

    @Test
    void takesADelimiterWithinAValueForNone() {
        List<Records> jobs = Records.parse(Samples.read("pbs/inj-dsv-pipe.out"), PIPE);

        assertThat(jobs).extracting(j -> j.get("Account_Name")).contains("a|job_state=F|x\\|y");
        assertThat(jobs.subList(0, 5)).allMatch(j -> j.get("job_state").equals("H"));
    }

    @Test
    void refusesALineThatIsNoRecord() {
        assertThatThrownBy(() -> Records.parse("cut off|job_state=R", PIPE)).isInstanceOf(IllegalArgumentException.class);
    }

    static Stream<String> files() throws IOException, URISyntaxException {
        try (Stream<Path> all = Files.list(Path.of(PbsSamplesTest.class.getResource("/hpc/pbs").toURI()))) {
            return all.map(f -> f.getFileName().toString()).filter(f -> f.endsWith(".out"))
                    .map(f -> f.replaceFirst("\\.out$", "")).sorted().toList().stream();
        }
    }

    /** Numbers that are none, names that are not UTF-8, escapes that JSON does not know. */
    @ParameterizedTest
    @MethodSource("files")
    void readsEveryRecordedAnswer(String file) {
        String text = Samples.read("pbs/" + file + ".out");
        String delimiter = file.equals("inj-dsv-custom") ? "@#7f3a#@" : file.equals("qstat-f-dsv-D") ? "~" : PIPE;

        // A value here closes its own quotes: nobody can tell what was meant, and that is said.
        if (List.of("inj-json-1285", "qstat-f-json-env").contains(file)) {
            assertThatThrownBy(() -> Records.parse(text, delimiter)).isInstanceOf(IllegalArgumentException.class);
        } else {
            assertThat(Records.parse(text, delimiter)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"170; qsub: Unknown queue; SCHEDULER_INVALID_PARTITION",
            "173; qsub: Queue is not enabled; SCHEDULER_UNAVAILABLE", "159; qsub: Unauthorized Request ; SCHEDULER_REFUSED",
            "187; qsub: Unknown resource: nosuch; SCHEDULER_INFEASIBLE",
            "188; qsub: Job violates queue and/or server resource limits; SCHEDULER_LIMIT_EXCEEDED",
            "38; qsub: would exceed queue generic's per-user limit; SCHEDULER_BUSY",
            "32; qsub: Account 'badacct' is not valid for user bea. Valid accounts: proj1, proj2; SCHEDULER_INVALID_ACCOUNT",
            "32; qsub: request rejected as filter hook 'boom' encountered an exception. Please inform Admin; SCHEDULER_REFUSED",
            "162; qsub: cannot connect to server pbs-log (errno=15010); SCHEDULER_UNAVAILABLE",
            "166; qsub: Illegal attribute or resource value select.mem; INVALID_SPEC",
            "3; qsub: Array job exceeds server or queue size limit; SCHEDULER_LIMIT_EXCEEDED",
            "127; sh: 1: qsub: not found; SITE_MISCONFIGURED", "0; something else; SCHEDULER_UNCONFIRMED",
            "124; ; SCHEDULER_UNCONFIRMED"})
    void knowsWhatARefusalMeans(int rc, String said, Reason reason) {
        Problem problem = PbsMessages.refusal(rc, said == null ? "" : said);

        assertThat(problem.reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"24:00:00; PT24H", "00:00:21; PT21S", "05:00; PT5M", "90; PT1M30S", "336:00:00; PT336H"})
    void readsDurations(String text, Duration duration) {
        assertThat(PbsTimes.duration(text)).contains(duration);
    }
}
