package org.diamondhpc.gateway.agent;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.diamondhpc.gateway.agent.domain.Price;
import org.diamondhpc.gateway.agent.model.ModelSettings;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** The models there are, and who may use which. */
@Singleton
class Models {
    private static final String NAME = "[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?";
    private static final List<String> THIS_MACHINE = List.of("localhost", "127.0.0.1", "[::1]");

    private final Map<String, ModelSettings> models = new TreeMap<>();
    private final Optional<String> standard;
    private final AgentConfig config;

    /** @throws IllegalStateException with what is wrong with the configuration: the gateway does not start */
    Models(AgentConfig config) {
        this.config = config;
        config.models().forEach((name, model) -> models.put(name, settings(name, model)));
        this.standard = config.defaultModel().or(() -> models.size() == 1 ? models.keySet().stream().findFirst()
                : Optional.empty());
        standard.filter(name -> !models.containsKey(name)).ifPresent(name -> {
            throw new IllegalStateException("diamond.gateway.agent.default-model: there is no model " + name);
        });
    }

    void begin(@Observes StartupEvent event) {
        // Being here, the configuration is sound.
    }

    boolean any() {
        return !models.isEmpty();
    }

    Optional<ModelSettings> find(String name) {
        return Optional.ofNullable(models.get(name));
    }

    /**
     * The model a caller asks for, or the usual one.
     *
     * @throws DiamondException {@code POLICY_DENIED} where there is none for the tenant, {@code INVALID_REQUEST} where
     *     there is none of that name
     */
    ModelSettings chosen(Caller caller, String asked) {
        List<String> allowed = allowed(caller.tenant());
        if (allowed.isEmpty()) {
            throw new DiamondException(new Problem(Reason.POLICY_DENIED, models.isEmpty()
                    ? "no model is configured here" : "the tenant may not use the hosted agent",
                    "Ask the operator, who sets agent.models (docs/guides/hosted-agent.md).", List.of()));
        }
        String name = asked != null ? asked : standard.filter(allowed::contains).orElse(allowed.size() == 1
                ? allowed.getFirst() : null);
        if (name == null || !allowed.contains(name)) {
            throw DiamondException.of(Reason.INVALID_REQUEST, (name == null ? "name a model" : "there is no model "
                    + name) + "; there are " + String.join(", ", allowed));
        }
        return models.get(name);
    }

    private List<String> allowed(TenantId tenant) {
        AgentConfig.TenantConfig own = config.tenants().get(tenant.value());
        return own == null ? List.copyOf(models.keySet()) : !own.enabled() ? List.of()
                : models.keySet().stream().filter(m -> own.models().map(all -> all.contains(m)).orElse(true)).toList();
    }

    private static ModelSettings settings(String name, AgentConfig.ModelConfig m) {
        String key = "diamond.gateway.agent.models." + name;
        require(name.matches(NAME), key, "a name has lower-case letters, digits and inner hyphens");
        require(m.maxTokens() > 0 && m.contextTokens() > m.maxTokens(), key, "context-tokens exceeds max-tokens, and "
                + "that is at least 1");
        require(m.inputPrice().signum() >= 0 && m.outputPrice().signum() >= 0
                && m.cachedPrice().map(p -> p.signum() >= 0).orElse(true), key, "no price is negative");
        require(address(m.endpoint(), m.keyEnv().isPresent()), key, "endpoint is an https address without query; plain "
                + "http is for this machine, and for endpoints that want no key");
        return new ModelSettings(name, m.kind(), m.endpoint(), m.model(), m.keyEnv().orElse(null), m.maxTokens(),
                m.maxTokensField(), m.contextTokens(),
                new Price(m.inputPrice(), m.cachedPrice().orElse(m.inputPrice()), m.outputPrice()), m.timeout());
    }

    private static boolean address(URI endpoint, boolean key) {
        return endpoint.getHost() != null && endpoint.getRawQuery() == null && endpoint.getRawFragment() == null
                && endpoint.getRawUserInfo() == null && ("https".equals(endpoint.getScheme())
                || "http".equals(endpoint.getScheme()) && (!key || THIS_MACHINE.contains(endpoint.getHost())));
    }

    private static void require(boolean sound, String key, String otherwise) {
        if (!sound) {
            throw new IllegalStateException(key + ": " + otherwise);
        }
    }
}
