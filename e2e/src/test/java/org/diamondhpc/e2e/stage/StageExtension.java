package org.diamondhpc.e2e.stage;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Opens the stage for the first test, hands it to all, closes it after the last; says which tests cannot run here. */
final class StageExtension implements ExecutionCondition, BeforeEachCallback, ParameterResolver {
    private static final Duration RECOVERY = Duration.ofSeconds(90);
    private static final Namespace NAMESPACE = Namespace.create(StageExtension.class);

    /** The stage, or why there is none: it is tried once. */
    private record Opened(Stage stage, Throwable failure) implements AutoCloseable {
        static Opened now() {
            try {
                return new Opened(Stage.open(), null);
            } catch (Exception failure) {
                return new Opened(null, failure);
            }
        }

        @Override
        public void close() {
            if (stage != null) {
                stage.close();
            }
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent()) {
            return ConditionEvaluationResult.enabled("its class may run");
        }
        boolean needsSlurm = context.getTestClass().map(c -> c.getAnnotation(EndToEnd.class))
                .filter(e -> !e.withoutSlurm()).isPresent();
        Optional<String> missing = needsSlurm ? Machine.whyNoSlurm() : Machine.whyNoSites();
        missing.ifPresent(why -> System.out.println("did not run: " + context.getDisplayName() + ": " + why));
        return missing.map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("this machine can run it"));
    }

    /** A test before this one may have broken a site; it is mended, but Diamond has to have seen that. */
    @Override
    public void beforeEach(ExtensionContext context) {
        Opened opened = context.getRoot().getStore(NAMESPACE).get(Opened.class, Opened.class);
        if (opened == null || opened.stage() == null) {
            return;
        }
        context.getTestMethod().map(m -> m.getAnnotation(Uses.class)).ifPresent(uses ->
                Stream.of(uses.sites(), uses.breaks()).flatMap(Arrays::stream).distinct().forEach(site -> Wait.until(
                        RECOVERY, () -> site + " did not recover from an earlier test",
                        () -> opened.stage().demo().get("/v1/sites/" + site).at("/health/state").asText().equals("UP"))));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Stage.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Opened opened = context.getRoot().getStore(NAMESPACE)
                .computeIfAbsent(Opened.class, key -> Opened.now(), Opened.class);
        if (opened.failure() != null) {
            throw new IllegalStateException("the stage did not open", opened.failure());
        }
        return opened.stage();
    }
}
