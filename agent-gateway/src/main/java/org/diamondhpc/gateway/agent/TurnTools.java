package org.diamondhpc.gateway.agent;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Clock;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.agent.model.ModelClient;

/** What a run of a turn works with. */
@Singleton
record TurnTools(Ledger ledger, Models models, Allowances allowances, ModelClient client, Toolbox toolbox,
        Briefing briefing, GatewayConfig gateway, MeterRegistry meters, Clock clock) {
}
