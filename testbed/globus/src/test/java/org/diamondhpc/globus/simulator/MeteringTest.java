package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.model.Limits;
import org.junit.jupiter.api.Test;

class MeteringTest extends Ends {
    @Override
    Limits limits() {
        return Limits.GLOBUS.withRequestsPerSecond(1);
    }

    @Test
    void refusesTheEleventhCallWithinTenSecondsAndSaysWhenToComeBack() {
        for (int i = 0; i < 10; i++) {
            assertThat(client.get("task_list").status()).isEqualTo(200);
        }

        Answer answer = client.get("task_list");

        assertThat(answer.status()).isEqualTo(429);
        assertThat(Integer.parseInt(answer.response().headers().firstValue("Retry-After").orElseThrow())).isBetween(1, 11);
        assertThat(simulator.requests().of("GET /v0.10/task_list")).isEqualTo(11);
    }
}
