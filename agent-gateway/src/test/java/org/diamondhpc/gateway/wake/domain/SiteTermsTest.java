package org.diamondhpc.gateway.wake.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A site with 3 idle nodes in cpu, 1 busy one, 2 idle ones in gpu and a drained one; 2 jobs wait in cpu, 1 in gpu. */
class SiteTermsTest {
    private static final SiteId ALPHA = new SiteId("alpha");

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "UP,          false, -,   UP,   -, -, true",
        "UP,          false, -,   DOWN, -, -, false",
        "DOWN,        false, -,   DOWN, -, -, true",
        "DEGRADED,    false, -,   DOWN, -, -, true",
        "NEEDS_LOGIN, false, -,   DOWN, -, -, true",
        "UNKNOWN,     false, -,   DOWN, -, -, false",
        "UNKNOWN,     false, -,   UP,   -, -, false",
        "UP,          false, -,   -,    5, -, true",
        "UP,          false, -,   -,    6, -, false",
        "UP,          false, cpu, -,    3, -, true",
        "UP,          false, cpu, -,    4, -, false",
        "UP,          false, gpu, -,    2, 1, true",
        "UP,          false, gpu, -,    2, 0, false",
        "UP,          false, cpu, UP,   1, 2, true",
        "UP,          false, -,   -,    -, 2, false",
        "UP,          false, -,   -,    -, 3, true",
        "UP,          true,  -,   -,    -, 3, false",
        "DOWN,        false, cpu, -,    1, -, false",
        "UP,          false, far, -,    1, -, false",
    })
    void termsHoldForWhatWasSeen(SiteHealth.State health, boolean truncated, String partition, SiteTerms.State is,
            Integer idle, Integer pending, boolean expected) {
        SiteTerms terms = new SiteTerms(ALPHA, partition, is, idle, pending);

        String met = terms.met(SiteLook.of(site(health, truncated), partition));

        assertThat(met != null).as(met).isEqualTo(expected);
    }

    private static SiteSnapshot site(SiteHealth.State health, boolean truncated) {
        Instant now = Instant.parse("2026-11-30T08:00:00Z");
        List<QueuedJob> queue = new ArrayList<>(List.of(job("1", "cpu", true), job("2", "cpu", false),
                job("3", "cpu", false), job("4", "gpu", false)));
        return new SiteSnapshot(ALPHA, "", "slurm", "24.11", now.minusSeconds(60), new SiteHealth(health, now, null),
                List.of(partition("cpu"), partition("gpu")),
                List.of(nodes(List.of("c1", "c2", "c3"), "cpu", 8, true), nodes(List.of("c4"), "cpu", 0, true),
                        nodes(List.of("g1", "g2"), "gpu", 8, true), nodes(List.of("g3"), "gpu", 8, false)),
                queue, truncated, List.of(), List.of(), Map.of(), Map.of(), null);
    }

    private static PartitionState partition(String name) {
        return new PartitionState(name, false, true, "UP", Duration.ofHours(1), null, 1, null, null, null, null, null,
                null, null, 1, false, false);
    }

    private static NodeGroup nodes(List<String> names, String partition, int free, boolean available) {
        return new NodeGroup(names, List.of(partition), 8, free, 16000, 12000, null, 0, 0, null, "x86_64", available,
                "IDLE");
    }

    private static QueuedJob job(String id, String partition, boolean running) {
        return new QueuedJob(id, partition, running, 1, 8, 0, 0, null, null, 1, null, null, null, List.of(), false);
    }
}
