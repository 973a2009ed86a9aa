package org.diamondhpc.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTableTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void showsOneLineAProcessAndTheSum() {
        InstanceStatus status = new InstanceStatus("http://127.0.0.1:8470", "starting", 10L, List.of(
                new InstanceStatus.OneProcess("postgres", "ready", 11L, 8478, "2026-01-01T10:58:00Z", 0, 0, null, 40_960L, 30_720L),
                new InstanceStatus.OneProcess("gateway", "died", null, 8470, null, 2, 3, 1, null, null)));

        assertThat(new StatusTable(status, NOW).toString().lines().map(line -> line.replaceAll(" +", " "))).containsExactly(
                "PROCESS STATE PID PORT UPTIME MEMORY ",
                "postgres ready 11 8478 1h2m 30 MiB",
                "gateway died - 8470 - - started again 2 times",
                "starting: http://127.0.0.1:8470, supervisor 10, 30 MiB in all (PSS)");
    }
}
