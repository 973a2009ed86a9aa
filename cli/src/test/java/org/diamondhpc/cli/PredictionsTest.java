package org.diamondhpc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.diamondhpc.cli.testing.CommandLineRun;
import org.diamondhpc.cli.testing.StubGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionsTest {
    @TempDir
    Path folder;

    @Test
    void whatWasForeseenStandsBesideWhatCame() throws IOException {
        try (StubGateway gateway = new StubGateway()) {
            gateway.on("GET /v1/predictions", """
                    {"items": [{"task": "t-aaaaaaaa", "attempt": 1, "site": "alpha", "partition": "batch", "policy": "fastest",
                      "decidedAt": "2026-11-30T10:00:00Z", "outcome": "COMPLETED", "waited": "PT95S", "ran": "PT42S",
                      "predicted": {"waiting": "PT90S", "waitLow": "PT60S", "waitHigh": "PT120S", "staging": "PT0S",
                        "running": "PT50S"}},
                     {"task": "t-bbbbbbbb", "attempt": 2, "site": "gamma", "policy": "random",
                      "decidedAt": "2026-11-30T10:00:05Z", "predicted": {"waiting": "PT0S", "waitLow": "PT0S",
                        "waitHigh": "PT0S", "staging": "PT0S", "running": "PT50S"}}],
                     "calibration": [{"site": "alpha", "partition": "batch", "predictions": 31, "within": 0.774,
                      "predicted": "PT80S", "waited": "PT100S", "error": "PT7S"}]}""");

            CommandLineRun predictions = CommandLineRun.of(gateway, folder, "predictions", "--site", "alpha");

            assertThat(predictions.exit()).isZero();
            assertThat(predictions.out()).contains("t-aaaaaaaa.1", "alpha/batch", "t-bbbbbbbb.2", "gamma", "random", "77% (80%)", "31");
            assertThat(CommandLineRun.of(gateway, folder, "predictions", "--json").out()).contains("\"calibration\"");
        }
    }
}
