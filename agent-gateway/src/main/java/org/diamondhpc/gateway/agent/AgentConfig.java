package org.diamondhpc.gateway.agent;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.gateway.agent.model.ModelSettings;

/** What an operator may set of the hosted agent; without a model there is none. */
@ConfigMapping(prefix = "diamond.gateway.agent")
public interface AgentConfig {
    /** Models by the name users know them by: lower-case letters, digits and hyphens. */
    Map<String, ModelConfig> models();

    /** The model of turns that name none; needed where there are several. */
    Optional<String> defaultModel();

    /** What prices and costs are counted in. */
    @WithDefault("USD")
    String currency();

    LimitsConfig limits();

    /** Other limits for single tenants. */
    Map<String, TenantConfig> tenants();

    RetryConfig retry();

    /** A skill's answer is shown to the model up to so many characters. */
    @WithDefault("16000")
    int resultCharacters();

    /** One model at one endpoint. */
    interface ModelConfig {
        ModelSettings.Kind kind();

        /** {@code https://api.openai.com/v1} or {@code https://api.anthropic.com}; what follows is added. */
        URI endpoint();

        /** As the endpoint knows it. */
        String model();

        /** The environment variable that holds the key; none: the endpoint wants no key. */
        Optional<String> keyEnv();

        /** An answer has at most so many tokens. */
        @WithDefault("4096")
        int maxTokens();

        /** How an OpenAI-compatible endpoint calls that; OpenAI's own newer models: {@code max_completion_tokens}. */
        @WithDefault("max_tokens")
        String maxTokensField();

        /** Old results are shortened beyond so many tokens, counted as four characters each. */
        @WithDefault("100000")
        int contextTokens();

        /** Of a million tokens that are read. */
        @WithDefault("0")
        BigDecimal inputPrice();

        /** Of a million tokens that come from the endpoint's cache; none: as those that are read. */
        Optional<BigDecimal> cachedPrice();

        /** Of a million tokens that are written. */
        @WithDefault("0")
        BigDecimal outputPrice();

        /** For the whole of an answer. */
        @WithDefault("5m")
        Duration timeout();
    }

    /** What turns may use. */
    interface LimitsConfig {
        @WithDefault("200")
        int turnsPerSession();

        /** Turns of one tenant that are not over. */
        @WithDefault("1000")
        int openTurns();

        @WithDefault("100")
        int modelCalls();

        @WithDefault("200")
        int toolCalls();

        /** Read and written together. */
        @WithDefault("2000000")
        long tokens();

        @WithDefault("10")
        BigDecimal cost();
    }

    /** What is different for one tenant. */
    interface TenantConfig {
        /** Whether it may use the hosted agent at all. */
        @WithDefault("true")
        boolean enabled();

        /** The models it may use; none: all. */
        Optional<List<String>> models();

        Optional<Integer> turnsPerSession();

        Optional<Integer> openTurns();

        Optional<Integer> modelCalls();

        Optional<Integer> toolCalls();

        Optional<Long> tokens();

        Optional<BigDecimal> cost();
    }

    /** How an endpoint that fails for the time is asked again. */
    interface RetryConfig {
        @WithDefault("8")
        int tries();

        @WithDefault("1s")
        Duration firstPause();

        @WithDefault("60s")
        Duration longestPause();

        /** An endpoint that asks for more patience than this is given up. */
        @WithDefault("15m")
        Duration mostAsked();
    }
}
