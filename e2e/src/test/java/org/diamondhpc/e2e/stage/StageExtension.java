package org.diamondhpc.e2e.stage;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Opens the stage for the first test, hands it to all, closes it after the last; says which tests cannot run here. */
final class StageExtension implements ExecutionCondition, ParameterResolver {
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
