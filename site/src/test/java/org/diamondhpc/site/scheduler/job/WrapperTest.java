package org.diamondhpc.site.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.StreamFile;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.session.SiteText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wrapper for real, under the shells that sites have as /bin/sh, in the environment sbatch makes. */
class WrapperTest {
    private final Dialect slurm = Dialects.standard().of("slurm");
    @TempDir
    private Path root;
    private AttemptLayout layout;

    private void prepare(String json) throws IOException {
        prepare(TestingTasks.spec(json));
    }

    private Process start(String shell, String jobId, String... more) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(shell, layout.path("job.sh"));
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin", "SLURM_JOB_ID", jobId,
                "SLURMD_NODENAME", "n1"));
        for (int i = 0; i < more.length; i += 2) {
            builder.environment().put(more[i], more[i + 1]);
        }
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(Path.of(layout.path("stdout")).toFile()));
        builder.redirectError(ProcessBuilder.Redirect.appendTo(Path.of(layout.path("stderr")).toFile()));
        return builder.start();
    }

    private int run(String shell, String jobId, String... more) throws Exception {
        Process process = start(shell, jobId, more);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private String read(String name) throws IOException {
        return Files.readString(Path.of(layout.path(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void saysWhenItStartsAndEndsAndWithWhat(String shell) throws Exception {
        prepare("{'script':'echo hi; exit 4'}");

        assertThat(run(shell, "11")).isEqualTo(4);

        assertThat(read("started")).matches("11 \\d{13} n1 0\n");
        assertThat(read("exit")).matches("11 4 \\d{13} clean\n");
        assertThat(read("stdout")).isEqualTo("hi\n");
        assertThat(Files.readSymbolicLink(Path.of(layout.path("claim")))).hasToString("11");
        assertThat(Files.readString(root.resolve("hints")).lines()).hasSize(2).allMatch(l -> Hint.parse(l).isPresent());
        try (Stream<Path> files = Files.list(Path.of(layout.directory()))) {
            assertThat(files.map(p -> p.getFileName().toString())).noneMatch(n -> n.endsWith(".tmp"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void oneOfSeveralWaitsForItsGo(String shell) throws Exception {
        prepareHedged(60);
        Process job = start(shell, "11");
        Awaitility.await().until(() -> Files.exists(Path.of(layout.path("started"))));
        assertThat(job.waitFor(700, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(read("stdout")).isEmpty();

        assertThat(tell("run")).isEqualTo("run");

        assertThat(job.waitFor(5, TimeUnit.SECONDS)).isTrue();
        assertThat(job.exitValue()).isEqualTo(4);
        assertThat(read("stdout")).isEqualTo("hi\n");
        assertThat(read("exit")).endsWith("clean\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void oneOfSeveralThatGaveUpCanNotBeToldAnyMore(String shell) throws Exception {
        prepareHedged(1);

        assertThat(run(shell, "11")).isEqualTo(75);

        assertThat(read("stdout")).isEmpty();
        assertThat(read("exit")).matches("11 75 \\d{13} unchosen\n");
        assertThat(tell("run")).isEqualTo("late");
        assertThat(run(shell, "11")).as("the scheduler runs it again").isEqualTo(75);
        assertThat(read("stdout")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void oneOfSeveralThatIsToldOtherwiseOrStoppedDoesNothing(String shell) throws Exception {
        prepareHedged(60);
        assertThat(tell("none")).isEqualTo("none");
        assertThat(tell("run")).as("the first word holds").isEqualTo("none");
        assertThat(run(shell, "11")).isEqualTo(75);

        Files.delete(Path.of(layout.path("go")));
        Files.delete(Path.of(layout.path("exit")));
        Process job = start(shell, "11");
        Thread.sleep(500);
        job.destroy();
        assertThat(job.waitFor(5, TimeUnit.SECONDS)).isTrue();
        assertThat(read("stdout")).isEmpty();
        assertThat(tell("run")).isNotEqualTo("run");
    }

    /** The scheduler lost its node after it was told, and runs the same job again. */
    @Test
    void oneOfSeveralThatWasToldNeedsNoSecondWord() throws Exception {
        prepareHedged(60);
        tell("run");

        assertThat(run("/bin/sh", "11")).isEqualTo(4);

        assertThat(read("stdout")).isEqualTo("hi\n");
    }

    private void prepareHedged(int patience) throws IOException {
        prepare(TestingTasks.order(TestingTasks.spec("{'script':'echo hi; exit 4'}"))
                .hedged(new Hedge(1, 2, Duration.ofSeconds(patience)), 1));
    }

    private String tell(String word) throws Exception {
        try (var program = Go.class.getResourceAsStream("go.sh")) {
            Path file = Files.write(root.resolve("go.sh"), program.readAllBytes());
            Process told = new ProcessBuilder("/bin/sh", file.toString(), layout.directory(), word).start();
            assertThat(told.waitFor(5, TimeUnit.SECONDS)).isTrue();
            return new String(told.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void saysWhatItsStreamsHold(String shell) throws Exception {
        prepare("{'script':'echo hi; echo oh >&2; echo dear >&2'}");

        assertThat(run(shell, "11")).isZero();

        assertThat(end().streams()).containsExactly(new StreamFile("stdout", 3, sha256("hi\n")),
                new StreamFile("stderr", 8, sha256("oh\ndear\n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void saysThatItsStreamsAreEmpty(String shell) throws Exception {
        prepare("{'script':'true'}");

        assertThat(run(shell, "11")).isZero();

        assertThat(end().streams()).containsExactly(new StreamFile("stdout", 0, sha256("")),
                new StreamFile("stderr", 0, sha256("")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'script':'echo hi > f', 'outputs':[{'glob':'f'}]}",
            "{'script':'head -c 2000000 /dev/zero'}"})
    void leavesItsStreamsToWhoeverLooksWhereThereIsMore(String spec) throws Exception {
        prepare(spec);

        assertThat(run("/bin/sh", "12")).isZero();

        assertThat(end().streams()).isEmpty();
    }

    private Hint.Exited end() throws IOException {
        return Files.readAllLines(root.resolve("hints")).stream().flatMap(l -> Hint.parse(l).stream())
                .filter(Hint.Exited.class::isInstance).map(Hint.Exited.class::cast).findFirst().orElseThrow();
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void namesAllItsNodesWhenItStarts(String shell) throws Exception {
        prepare("{'executable':'/bin/true'}");

        assertThat(run(shell, "12", "SLURM_JOB_NODELIST", "n[01-03],m7")).isZero();

        List<String> all = List.of("n01", "n02", "n03", "m7");
        assertThat(AttemptLines.started(read("started").strip()).orElseThrow().nodes()).isEqualTo(all);
        assertThat(firstHint()).isInstanceOfSatisfying(Hint.Started.class, s -> assertThat(s.nodes()).isEqualTo(all));
    }

    @Test
    void namesOneNodeWhereTheListIsTooLongForALine() throws Exception {
        prepare("{'executable':'/bin/true'}");

        assertThat(run("/bin/sh", "13", "SLURM_JOB_NODELIST", "n".repeat(1001))).isZero();

        assertThat(firstHint()).isInstanceOfSatisfying(Hint.Started.class,
                s -> assertThat(s.nodes()).containsExactly("n1"));
    }

    private Hint firstHint() throws IOException {
        return Hint.parse(Files.readAllLines(root.resolve("hints")).getFirst()).orElseThrow();
    }

    @Test
    void letsExactlyOneOfTwentyJobsRunTheWork() throws Exception {
        prepare("{'script':'echo ran >> count'}");
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(start("/bin/sh", String.valueOf(100 + i)));
        }

        for (Process p : all) {
            assertThat(p.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(p.exitValue()).isZero();
        }

        assertThat(Files.readString(Path.of(layout.work(), "count"))).isEqualTo("ran\n");
        try (Stream<Path> files = Files.list(Path.of(layout.directory()))) {
            assertThat(files.filter(p -> p.getFileName().toString().startsWith("duplicate."))).hasSize(19);
        }
    }

    @Test
    void startsARequeuedJobAgainButNotOneThatHadEnded() throws Exception {
        prepare("{'script':'echo ran >> count; [ -e second ] || { touch second; kill -KILL $$; }'}");

        assertThat(run("/bin/sh", "5")).isEqualTo(137);
        assertThat(Files.deleteIfExists(Path.of(layout.path("exit")))).isTrue();
        assertThat(run("/bin/sh", "5", "SLURM_RESTART_COUNT", "1")).isZero();
        assertThat(run("/bin/sh", "5", "SLURM_RESTART_COUNT", "2")).isZero();

        assertThat(Files.readString(Path.of(layout.work(), "count"))).isEqualTo("ran\nran\n");
        assertThat(read("started")).matches("5 \\d{13} n1 1\n");
    }

    @Test
    void keepsArrayElementsApart() throws Exception {
        prepare("{'script':'echo $DIAMOND_ARRAY_INDEX; exit $DIAMOND_ARRAY_INDEX','array':{'indices':'0-2'}}");

        assertThat(run("/bin/sh", "21", "SLURM_ARRAY_JOB_ID", "20", "SLURM_ARRAY_TASK_ID", "1")).isEqualTo(1);
        assertThat(run("/bin/sh", "22", "SLURM_ARRAY_JOB_ID", "20", "SLURM_ARRAY_TASK_ID", "2")).isEqualTo(2);
        assertThat(run("/bin/sh", "33", "SLURM_ARRAY_JOB_ID", "30", "SLURM_ARRAY_TASK_ID", "2")).isZero();

        assertThat(read("exit.1")).matches("20_1 1 \\d{13} clean\n");
        assertThat(read("exit.2")).matches("20_2 2 \\d{13} clean\n");
        assertThat(Path.of(layout.path("duplicate.30_2"))).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void passesSignalsOnAndWaitsForTheWork(String shell) throws Exception {
        prepare("{'script':'trap \\\"echo saved\\\" USR1; trap \\\"echo told; exit 9\\\" TERM; touch ready; "
                + "while :; do sleep 0.05; done'}");
        Process process = start(shell, "6");
        Awaitility.await().until(() -> Files.exists(Path.of(layout.work(), "ready")));

        signal(process, "USR1");
        Awaitility.await().until(() -> read("stdout").contains("saved"));
        signal(process, "TERM");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();

        assertThat(process.exitValue()).isEqualTo(9);
        assertThat(read("stdout")).isEqualTo("saved\ntold\n");
        assertThat(read("exit")).matches("6 9 \\d{13} term\n");
    }

    private static void signal(Process process, String name) throws Exception {
        new ProcessBuilder("/bin/kill", "-s", name, String.valueOf(process.pid())).start().waitFor();
    }

    @Test
    void neverHintsACleanEndOfWorkThatWasToldToEnd() throws Exception {
        prepare("{'script':'trap \\\"exit 0\\\" TERM; touch ready; while :; do sleep 0.05; done'}");
        Process process = start("/bin/sh", "6");
        Awaitility.await().until(() -> Files.exists(Path.of(layout.work(), "ready")));

        signal(process, "TERM");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();

        assertThat(read("exit")).matches("6 0 \\d{13} term\n");
        assertThat(Files.readString(root.resolve("hints"))).contains("exit ").contains(" 143 ");
    }

    @Test
    void listsTheDeclaredOutputsWithChecksums() throws Exception {
        prepare("{'script':'mkdir -p a/b; printf 1 > x.dat; printf 22 > \\\"a/b/y z.dat\\\"; echo > skip.txt; printf 333 > "
                + "in[1].dat','outputs':[{'glob':'**/*.dat'}]}");

        assertThat(run("/bin/sh", "8")).isZero();

        assertThat(read("manifest").lines().map(l -> l.substring(65)))
                .containsExactlyInAnyOrder("1 x.dat", "2 a/b/y z.dat", "3 in[1].dat");
        assertThat(read("manifest")).contains("6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b 1 x.dat");
    }

    @Test
    void doesNotBeginWorkItCannotClaim() throws Exception {
        prepare("{'script':'touch began'}");
        Path work = Path.of(layout.work());
        Files.writeString(Path.of(layout.path("claim")), "in the way");

        assertThat(run("/bin/sh", "9")).isEqualTo(75);

        assertThat(work.resolve("began")).doesNotExist();
        assertThat(read("exit")).contains(" 75 ").contains("noclaim");
    }

    /** Arguments and variables of random bytes come out of the real wrapper as they went in. */
    @Test
    void passesArgumentsAndVariablesByteByByte() throws Exception {
        Random random = new Random(42);
        List<String> hostile = new ArrayList<>(List.of("", " ", "'", "\"", "$(touch pwned)", "`touch pwned`", "\\",
                "a\nb", "-n", "--", "*", "~", "!x", "#", "\r", "a\r\nb", "é€😀", "'; touch pwned; '", "\t\u0001\u007f", "\udc80\udcff"));
        for (int i = 0; i < 60; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(40); j >= 0; j--) {
                int c = 1 + random.nextInt(255);
                text.append(c < 128 ? (char) c : (char) (0xDC00 + c));
            }
            hostile.add(text.toString());
        }
        String json = DiamondJson.json().writeValueAsString(Map.of("executable", "/usr/bin/python3",
                "arguments", List.of("-c", "import sys,os; w=open('out','wb'); "
                        + "w.write(b'\\0'.join(os.fsencode(a) for a in sys.argv[1:]) + b'\\0\\0' + os.environb[b'VALUE'])")));
        var base = DiamondJson.json().readValue(json, TaskSpec.class);
        List<String> arguments = new ArrayList<>(base.arguments());
        arguments.addAll(hostile);
        String value = String.join("|", hostile);
        var spec = new TaskSpec(null, base.executable(), arguments, null, null,
                Map.of("VALUE", value, "D_DIR", "/nowhere"), null, null, null, null, null, null, null, null,
                null, null, null, null, null, null, null, null);
        prepare(spec);
        assertThat(Files.readAllBytes(Path.of(layout.path(AttemptLayout.JOB_SCRIPT)))).as("what sbatch refuses")
                .doesNotContain('\r');

        assertThat(run("/bin/sh", "10")).isZero();

        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (String h : hostile) {
            expected.writeBytes(SiteText.encode(h));
            expected.write(0);
        }
        expected.write(0);
        expected.writeBytes(SiteText.encode(value));
        assertThat(Files.readAllBytes(Path.of(layout.work(), "out"))).isEqualTo(expected.toByteArray());
        assertThat(Path.of(layout.work(), "pwned")).doesNotExist();
    }

    private void prepare(TaskSpec spec) throws IOException {
        prepare(TestingTasks.order(spec));
    }

    private void prepare(TaskOrder order) throws IOException {
        layout = TestingTasks.layout(root.toString(), order);
        JobScript script = slurm.translate(order, TestingTasks.at("here", "p", null), layout,
                TestingTasks.profile("slurm", Map.of()));
        Files.createDirectories(Path.of(layout.work()));
        for (var file : script.files().entrySet()) {
            Path path = Files.write(Path.of(layout.path(file.getKey())),
                    SiteText.encode(file.getValue()));
            assertThat(path.toFile().setExecutable(true)).isTrue();
        }
    }
}
