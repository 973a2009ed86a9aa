package org.diamondhpc.schemas.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.util.List;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecReaderTest {
    private final SpecReader reader = new SpecReader();

    @Test
    void readsYamlWithDefaults() {
        TaskSpec spec = reader.readYaml("""
                executable: /bin/echo
                arguments: ["a b", "$(c)"]
                resources: {nodes: 2, memory: 4GiB, duration: 1h30m}
                inputs: [{from: "ws://proj/data/x.csv"}]
                """).spec();

        assertThat(spec.resources().memory()).isEqualTo(MemorySize.ofMebibytes(4096));
        assertThat(spec.resources().duration().seconds()).isEqualTo(5400);
        assertThat(spec.resources().coresPerProcess()).isEqualTo(1);
        assertThat(spec.workspace().value()).isEqualTo("default");
        assertThat(spec.placement().policy()).isEqualTo("default");
    }

    @Test
    void numbersAreSecondsAndBytes() {
        TaskSpec spec = reader.readYaml("""
                executable: /bin/true
                resources: {memory: 4294967296, duration: 420}
                checkpoint: {signal: TERM, before: 60}
                """).spec();

        assertThat(spec.resources().memory()).isEqualTo(MemorySize.ofMebibytes(4096));
        assertThat(spec.resources().duration().seconds()).isEqualTo(420);
        assertThat(spec.checkpoint().before().seconds()).isEqualTo(60);
    }

    @Test
    void namesAllErrorsAtOnce() {
        SpecReader.Result result = reader.readYaml("""
                executable: /bin/true
                nodez: 3
                resources: {nodes: 0, duration: soon, gpusPerProcess: many}
                environment: {"BAD-NAME": x}
                """);

        assertThat(result.spec()).isNull();
        assertThat(result.violations()).extracting(Violation::pointer)
                .contains("/nodez", "/resources/nodes", "/resources/gpusPerProcess");
        assertThat(result.violations()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(result.problem().reason()).isEqualTo(Reason.INVALID_SPEC);
    }

    @Test
    void namesErrorsOfWordingAndOfFormAtOnce() throws Exception {
        SpecReader.Result result = reader.read(DiamondJson.json().readTree("{\"script\":\"true\",\"resources\":"
                + "{\"processesPerNode\":4,\"cores\":8,\"duration\":\"1:30\"}}"));

        assertThat(result.violations()).extracting(Violation::pointer)
                .containsExactlyInAnyOrder("/resources/cores", "/resources/duration");
    }

    @Test
    void namesAllErrorsOfSenseAtOnce() {
        SpecReader.Result result = reader.readYaml("""
                executable: "/bin/true"
                script: "echo"
                inputs:
                - {from: "ws://proj/../secret"}
                - {from: "alpha:relative"}
                - {content: "x", from: "ws://a/b"}
                - {content: "x", to: "../../etc/passwd"}
                - {from: "task:3/x"}
                outputs: [{glob: "/etc/*"}, {glob: "a", to: "alpha:/x"}]
                environment: {DIAMOND_ATTEMPT: "t-1.1"}
                """);

        assertThat(result.violations()).extracting(Violation::pointer).contains("/executable", "/inputs/0/from",
                "/inputs/1/from", "/inputs/2", "/inputs/3/to", "/inputs/4/from", "/outputs/0/glob", "/outputs/1/to",
                "/environment/DIAMOND_ATTEMPT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "3", "\"x\"", "{", "a: [", "\t", "executable: 3", "executable: [x]", "a: &x [*x]"})
    void refusesWhatIsNoSpecification(String text) {
        SpecReader.Result result = reader.readYaml(text);

        assertThat(result.spec()).isNull();
        assertThat(result.violations()).isNotEmpty();
    }

    @Test
    void refusesMoreThanAnEventCanCarry() {
        String big = "x".repeat(131072);

        SpecReader.Result result = reader.readYaml("executable: /bin/echo\narguments: ["
                + String.join(", ", List.of(big, big, big, big, big)) + "]\n");

        assertThat(result.violations()).singleElement()
                .satisfies(v -> assertThat(v.message()).contains("at most"));
    }

    @Test
    void theSchemasOwnExamplesAreValid() throws Exception {
        try (InputStream in = SpecReader.class.getResourceAsStream("/diamond/spec/task-spec.schema.json")) {
            for (var example : DiamondJson.json().readTree(in).get("examples")) {
                assertThat(reader.read(example).violations()).isEmpty();
            }
        }
    }

    @Test
    void goesToJsonAndBackUnchanged() throws Exception {
        TaskSpec spec = reader.readYaml("{script: 'echo hi', array: {indices: '1-3,7'}, retries: {limit: 2}}").spec();

        String json = DiamondJson.json().writeValueAsString(spec);

        assertThat(DiamondJson.json().readValue(json, TaskSpec.class)).isEqualTo(spec);
        assertThat(reader.readYaml(json).spec()).isEqualTo(spec);
        assertThat(spec.array().expanded()).containsExactly(1, 2, 3, 7);
    }

    @Test
    void emptyTextsGoToJsonAndBackUnchanged() throws Exception {
        TaskSpec spec = reader.readYaml("""
                {executable: /bin/true, arguments: [''], environment: {EMPTY: ''}, inputs: [{content: '', to: none}]}
                """).spec();

        String json = DiamondJson.json().writeValueAsString(spec);

        assertThat(DiamondJson.json().readValue(json, TaskSpec.class)).isEqualTo(spec);
    }

    @ParameterizedTest
    @CsvSource({"90m,5400", "1h30m,5400", "PT1H30M,5400", "01:30:00,5400", "1-12:00:00,129600", "42,42",
        "90 minutes,5400", "1 hour 30 minutes,5400", "1.5 hours,5400", "1h30,5400", "1 hr 30 min,5400", "P1DT2H,93600",
        "half an hour,1800", "2 days and 3h,183600", "1-12:30,131400", "1 week,604800"})
    void readsDurations(String text, long seconds) {
        assertThat(Walltime.parse(text).seconds()).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:30", "10:00", "soon", "", "5ms", "30m1h", "1h 2h", "m", "0 minutes", "PT"})
    void refusesDurationsOfNoOrOfTwoMeanings(String text) {
        assertThatThrownBy(() -> Walltime.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"4GiB,4294967296", "500M,524288000", "1.5GiB,1610612736", "2g,2147483648", "1024,1024", "1 TiB,1099511627776",
        "4096M,4294967296", "4gb,4294967296", "512 megabytes,536870912", "2 Gibibytes,2147483648", "64 bytes,64"})
    void readsAmountsOfMemory(String text, long bytes) {
        assertThat(MemorySize.parse(text).bytes()).isEqualTo(bytes);
    }
}
