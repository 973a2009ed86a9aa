package org.diamondhpc.gateway.agent.model;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.UnaryOperator;

/** Keys of endpoints; only from the environment, read when they are needed and never kept. */
@Singleton
class Keys {
    private final UnaryOperator<String> environment;

    @Inject
    Keys() {
        this(System::getenv);
    }

    Keys(UnaryOperator<String> environment) {
        this.environment = environment;
    }

    /**
     * Null where the endpoint wants none.
     *
     * @throws ModelTrouble where the variable is not set, or holds what no header can
     */
    String of(ModelSettings model) throws ModelTrouble {
        if (model.keyVariable() == null) {
            return null;
        }
        String key = environment.apply(model.keyVariable());
        if (key == null || key.isBlank()) {
            throw ModelTrouble.lasting("the environment variable " + model.keyVariable() + " of model " + model.name()
                    + " is not set where the gateway runs");
        }
        String bare = key.strip();
        if (!bare.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw ModelTrouble.lasting("the environment variable " + model.keyVariable() + " holds no key");
        }
        return bare;
    }
}
