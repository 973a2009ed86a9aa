package org.diamondhpc.globus.simulator.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.globus.simulator.GlobusSimulator;
import org.diamondhpc.globus.simulator.SimulatorConfig;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTableTest {
    private GlobusSimulator simulator;
    private FaultTable table;
    @TempDir
    Path directory;

    @BeforeEach
    void start() {
        simulator = GlobusSimulator.start(SimulatorConfig.fresh());
        CollectionSpec beta = simulator.collection(CollectionSpec.mapped("beta", directory));
        table = new FaultTable(simulator.faults(), name -> {
            if (name.equals("beta")) {
                return beta.id();
            }
            throw new IllegalArgumentException("no collection '" + name + "'");
        });
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    /** Every name that the help shows, with the words it asks for. */
    static Stream<List<String>> shown() {
        Stream<String> events = FaultTable.help().lines().filter(l -> l.startsWith("  ")).limit(1)
                .flatMap(l -> Arrays.stream(l.strip().split(" "))).map(e -> e + " beta ever");
        return Stream.concat(events, Stream.of("http-429", "http-500 submission_id 3", "http-502 POST", "http-503",
                "lose-answer", "lose-answer POST 2", "slow 1", "speed 1000", "pause beta for repairs", "resume beta",
                "disconnect beta", "connect beta", "expire-credentials beta", "renew-credentials beta", "expire-tokens",
                "revoke-tokens", "revoke-consent beta", "withhold-consent beta", "require-session beta", "sign-in beta",
                "sign-out beta", "heal")).map(l -> List.of(l.split(" ")));
    }

    @ParameterizedTest
    @MethodSource("shown")
    void appliesWhatTheHelpShows(List<String> words) {
        table.apply(words);

        assertThat(FaultTable.help()).contains(words.getFirst().replaceFirst("^http-\\d+", "http-429|500|502|503"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"weather", "started", "slow", "slow soon", "pause", "timeout gamma", "timeout beta 0", "http-404",
        "http-x"})
    void refusesWhatItDoesNotShow(String line) {
        assertThatThrownBy(() -> table.apply(List.of(line.split(" ")))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void switchesTheEventsThatUsersReport() {
        assertThat(FaultTable.help()).contains("auth connect-failed connection-broken connection-reset endpoint-error "
                + "endpoint-too-busy file-not-found file-size-changed gc-not-connected gc-paused no-append-filesystem "
                + "permission-denied quota-exceeded timeout unknown verify-checksum");
    }
}
