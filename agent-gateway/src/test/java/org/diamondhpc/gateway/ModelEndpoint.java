package org.diamondhpc.gateway;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.HashMap;
import java.util.Map;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.model.testing.ScriptedModel;

/** Configures the hosted agent as an operator would, for two endpoints that answer by a script. */
public class ModelEndpoint implements QuarkusTestResourceLifecycleManager {
    private ScriptedModel model;

    @Override
    public Map<String, String> start() {
        model = new ScriptedModel(0, q -> Answer.words("nothing to do"));
        Map<String, String> config = new HashMap<>();
        for (String form : new String[] {"openai", "anthropic"}) {
            String at = "diamond.gateway.agent.models." + form + ".";
            config.put(at + "kind", form);
            config.put(at + "endpoint", model.address() + (form.equals("openai") ? "/v1" : ""));
            config.put(at + "model", "scripted-1");
            config.put(at + "key-env", "DIAMOND_TEST_MODEL_KEY");
            config.put(at + "input-price", "3");
            config.put(at + "output-price", "15");
            config.put(at + "timeout", "3s");
        }
        config.put("diamond.gateway.agent.default-model", "openai");
        config.put("diamond.gateway.agent.retry.first-pause", "50ms");
        config.put("diamond.gateway.agent.retry.tries", "4");
        config.put("diamond.gateway.agent.limits.model-calls", "8");
        config.put("diamond.gateway.agent.tenants.bob.enabled", "false");
        config.put("diamond.gateway.agent.tenants.admin.cost", "0.001");
        return config;
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(model, new TestInjector.MatchesType(ScriptedModel.class));
    }

    @Override
    public void stop() {
        model.close();
    }
}
