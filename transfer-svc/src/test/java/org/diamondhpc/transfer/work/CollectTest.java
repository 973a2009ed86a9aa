package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.sh;
import static org.diamondhpc.transfer.work.CarrierTest.write;
import static org.diamondhpc.transfer.work.Orders.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.spec.OutputSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.transfer.domain.Glob;
import org.diamondhpc.transfer.domain.Harvest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collecting with the real program in a real folder. */
class CollectTest {
    private static final String ATTEMPT = "diamond/attempts/alice/t-12345678.1/";
    private static final String OWN = "ws://default/tasks/t-12345678/";

    @TempDir
    Path folder;
    private final TestingWorld world = new TestingWorld();
    private TestingShellSite alpha;

    @BeforeEach
    void site() throws IOException {
        alpha = world.add("alpha", folder);
        write(alpha, ATTEMPT + "stdout", "out\n".getBytes(StandardCharsets.UTF_8));
        write(alpha, ATTEMPT + "stderr", new byte[0]);
        Files.createDirectories(alpha.homePath().resolve(ATTEMPT + "work"));
    }

    @Test
    void streamsComeWithTheirChecksums() {
        Harvest harvest = collect(List.of());

        assertThat(paths(harvest)).containsExactlyInAnyOrder(OWN + "stdout", OWN + "stderr");
        CollectedOutput out = harvest.outputs().stream().filter(o -> o.relative().equals("stdout")).findFirst().orElseThrow();
        assertThat(out.size()).isEqualTo(4);
        assertThat(out.sha256()).isEqualTo(Sha256.of("out\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(out.replicas().getFirst().path()).isEqualTo(alpha.homePath() + "/" + ATTEMPT + "stdout");
        assertThat(harvest.problem()).isNull();
    }

    @Test
    void streamsOfEachElementCome() throws IOException {
        write(alpha, ATTEMPT + "stdout.3", new byte[3]);
        write(alpha, ATTEMPT + "stderr.3", new byte[3]);
        write(alpha, ATTEMPT + "stdout.other", new byte[3]);

        assertThat(paths(collect(List.of()))).containsExactlyInAnyOrder(OWN + "stdout", OWN + "stderr",
                OWN + "stdout.3", OWN + "stderr.3");
    }

    @Test
    void globsAreExpandedAndNothingOutsideIsTaken() throws IOException {
        for (String name : List.of("a.csv", "sub/b.csv", "sub/deep/c.csv", ".hidden.csv", "-rf.csv", "$(touch pwned).csv",
                "q'uo\"te.csv", "x.txt")) {
            write(alpha, ATTEMPT + "work/" + name, name.getBytes(StandardCharsets.UTF_8));
        }
        sh(alpha, "cd " + ATTEMPT + "work && ln -s a.csv inside.csv && ln -s /etc/passwd outside.csv"
                + " && ln -s ../stdout escape.csv && ln -s / root && printf x > \"$(printf 'new\\nline.csv')\""
                + " && printf y > \"$(printf 'bad\\377.csv')\"");

        Harvest harvest = collect(List.of(output("**/*.csv"), output("nothing*")));

        assertThat(relatives(harvest)).containsExactlyInAnyOrder("a.csv", "sub/b.csv", "sub/deep/c.csv", "-rf.csv",
                "$(touch pwned).csv", "q'uo\"te.csv", "inside.csv");
        assertThat(harvest.outputs()).allSatisfy(o -> assertThat(o.sha256()).isNotNull());
        assertThat(harvest.missing()).containsExactly("nothing*");
        assertThat(harvest.problem().detail()).contains("not UTF-8 or holds control characters");
        assertThat(Files.exists(alpha.homePath().resolve(ATTEMPT + "work/pwned"))).isFalse();
    }

    @Test
    void siteAndServiceAgreeOnWhatAGlobMeans() throws IOException {
        List<String> names = List.of("a", "ab", "a.b", ".a", "b/a", "b/.c/a", "b/c/d", "[x]", "x", "é", "aé", "a b", "a+b",
                "(a)", "a|b", "{a}", "b/c/e.f", "^a", "a$", "a\\b", "-");
        for (String name : names) {
            write(alpha, ATTEMPT + "work/" + name, new byte[1]);
        }
        for (String glob : List.of("*", "?", "??", "a*", "*a", "**", "**/a", "b/**", "b/**/a", "b/*", "[ab]", "[!a]", "[a-c]*",
                "[", "[]]", "*.*", ".*", "a?", "é", "?é", "a+b", "(a)", "a|b", "{a}", "a\\b", "*/*/*", "[^x]", "**/**",
                "*/**/*", "^a", "a$", "[é]", "a[[]", "**/c/*")) {
            Glob compiled = Glob.of(glob);
            List<String> meant = names.stream().filter(compiled::matches).toList();

            assertThat(relatives(collect(List.of(new OutputSpec(glob, null, false))))).as(glob)
                    .containsExactlyInAnyOrderElementsOf(meant);
        }
    }

    @Test
    void manifestIsBelievedOnlyAsFarAsItIsTrue() throws IOException {
        String sum = "a".repeat(64);
        write(alpha, ATTEMPT + "work/good", new byte[5]);
        write(alpha, ATTEMPT + "work/a b", new byte[2]);
        write(alpha, ATTEMPT + "work/wrong", new byte[5]);
        sh(alpha, "cd " + ATTEMPT + "work && ln -s /etc out && ln -s /etc/passwd pw");
        write(alpha, ATTEMPT + "manifest", (sum + " 5 good\n" + sum + " 2 a b\n" + sum + " 7 wrong\n" + sum + " 3 gone\n"
                + sum + " 5 ../stdout\n" + sum + " 5 /etc/passwd\nrubbish\n" + sum + " 1 out/hostname\n"
                + sum + " " + Files.size(Path.of("/etc/passwd")) + " pw\n").getBytes(StandardCharsets.UTF_8));

        Harvest harvest = collect(List.of(output("**")));

        assertThat(relatives(harvest)).containsExactlyInAnyOrder("good", "a b");
        assertThat(harvest.problem().detail()).contains("3 lines", "wrong has 5 bytes, not 7", "not there: gone",
                "outside its working directory: pw");
    }

    @Test
    void largeFilesHaveNoChecksumYet() throws IOException {
        write(alpha, ATTEMPT + "stdout", new byte[100_000]);
        write(alpha, ATTEMPT + "work/big", new byte[100_000]);

        Harvest harvest = collect(List.of(output("*")), 50, 50);

        assertThat(harvest.outputs()).filteredOn(o -> o.size() == 100_000).hasSize(2)
                .allSatisfy(o -> assertThat(o.sha256()).isNull());
    }

    @Test
    void unchangedInputCaughtByAWildcardIsNoOutput() throws IOException {
        write(alpha, ATTEMPT + "work/in.csv", new byte[1]);
        write(alpha, ATTEMPT + "work/out.csv", new byte[2]);
        Map<String, String> staged = Map.of("in.csv", Sha256.of(new byte[1]), "out.csv", Sha256.of(new byte[1]));

        assertThat(relatives(collect(List.of(output("*.csv")), 1000, 1000, staged))).containsExactly("out.csv");
        assertThat(relatives(collect(List.of(output("in.csv")), 1000, 1000, staged))).containsExactly("in.csv");
    }

    @Test
    void attemptThatIsGoneIsSaid() {
        CommandResult result = alpha.run(Program.COLLECT.with("/no/such/attempt", "1", "1", "1"));

        assertThat(result.exit()).isEqualTo(44);
    }

    private Harvest collect(List<OutputSpec> outputs) {
        return collect(outputs, 1000, 1000);
    }

    private Harvest collect(List<OutputSpec> outputs, int streamKib, int outputKib) {
        return collect(outputs, streamKib, outputKib, Map.of());
    }

    private Harvest collect(List<OutputSpec> outputs, int streamKib, int outputKib, Map<String, String> staged) {
        TaskOrder order = Orders.order("t-12345678", List.of(), outputs.toArray(OutputSpec[]::new));
        AttemptLayout layout = AttemptLayout.of(alpha.homePath() + "/diamond", TestingWorld.ALICE, order.attemptId());
        List<String> args = new ArrayList<>(List.of(layout.directory(), "" + streamKib, "" + outputKib, "2000"));
        outputs.forEach(o -> args.add(Glob.of(o.glob()).findRegex()));
        byte[] out = alpha.run(Program.COLLECT.with(args)).stdout();
        return Harvest.of(order, new SiteId("alpha"), layout, CollectReading.read(out, layout.work(), 2000), staged);
    }

    private static List<String> paths(Harvest harvest) {
        return harvest.outputs().stream().map(CollectedOutput::path).toList();
    }

    private static List<String> relatives(Harvest harvest) {
        return List.copyOf(new TreeSet<>(harvest.outputs().stream()
                .filter(o -> o.kind() == CollectedOutput.Kind.OUTPUT).map(CollectedOutput::relative).toList()));
    }
}
