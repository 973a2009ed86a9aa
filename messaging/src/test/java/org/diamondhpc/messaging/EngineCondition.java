package org.diamondhpc.messaging;

import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips everything, and says why, where the tests were asked for in containers and there is no engine. */
public class EngineCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return DiamondTestResource.missing().map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("servers can be had"));
    }
}
