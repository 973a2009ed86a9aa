package org.diamondhpc.gateway.agent;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.function.Function;
import org.diamondhpc.gateway.agent.domain.Limits;
import org.diamondhpc.schemas.id.TenantId;

/** What a tenant's turns may use: its own limits, else everybody's. */
@Singleton
class Allowances {
    private static final int MICRO_DIGITS = 6;

    private final AgentConfig config;

    Allowances(AgentConfig config) {
        this.config = config;
    }

    Limits of(TenantId tenant) {
        AgentConfig.LimitsConfig all = config.limits();
        BigDecimal cost = own(tenant, AgentConfig.TenantConfig::cost).orElse(all.cost());
        return new Limits(own(tenant, AgentConfig.TenantConfig::modelCalls).orElse(all.modelCalls()),
                own(tenant, AgentConfig.TenantConfig::toolCalls).orElse(all.toolCalls()),
                own(tenant, AgentConfig.TenantConfig::tokens).orElse(all.tokens()),
                cost.movePointRight(MICRO_DIGITS).setScale(0, RoundingMode.DOWN).longValueExact());
    }

    int turnsPerSession(TenantId tenant) {
        return own(tenant, AgentConfig.TenantConfig::turnsPerSession).orElse(config.limits().turnsPerSession());
    }

    int openTurns(TenantId tenant) {
        return own(tenant, AgentConfig.TenantConfig::openTurns).orElse(config.limits().openTurns());
    }

    private <T> Optional<T> own(TenantId tenant, Function<AgentConfig.TenantConfig, Optional<T>> what) {
        return Optional.ofNullable(config.tenants().get(tenant.value())).flatMap(what);
    }
}
