package org.diamondhpc.bench.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the reader of task specifications to what the requests of the benchmark want, without any cluster. */
class ReadAsWantedTest {
    private static final SpecReader READER = new SpecReader();

    static Stream<Dispatch> fieldsAndSentences() {
        return Dispatch.all().stream().filter(d -> d.style() != Style.VERBATIM);
    }

    @ParameterizedTest
    @MethodSource("fieldsAndSentences")
    void everyRequestIsReadAsWhatItWants(Dispatch request) {
        JsonNode input = DiamondJson.json().valueToTree(request.input());
        Wanted w = request.wanted();

        SpecReader.Result result = READER.read(input.path("spec"));

        assertThat(result.violations()).isEmpty();
        TaskSpec spec = result.spec();
        Resources r = spec.resources();
        assertThat(List.of(r.nodes(), r.processesPerNode(), r.coresPerProcess(), (int) r.memory().mebibytes(),
                (int) r.duration().seconds())).containsExactly(w.nodes(), w.processes(), w.cores(), w.memory(), w.seconds());
        assertThat(Arrays.asList(spec.queue(), spec.account(), spec.qos())).containsExactly(w.queue(), w.account(), w.qos());
        if (spec.application() == null) {
            assertThat(r.gpusPerNode()).isEqualTo(w.gpus());
            assertThat(r.gpuType()).isEqualTo(w.gpuType());
        }
    }
}
