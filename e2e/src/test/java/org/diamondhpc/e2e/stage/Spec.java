package org.diamondhpc.e2e.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** A task specification in the making. */
public final class Spec {
    private final ObjectNode json = Api.JSON.createObjectNode();

    private Spec() {
        json.putObject("resources").put("duration", "5m");
    }

    public static Spec script(String script) {
        Spec spec = new Spec();
        spec.json.put("script", script.startsWith("#!") ? script : "#!/bin/sh\n" + script + "\n");
        return spec;
    }

    public static Spec program(String executable, String... arguments) {
        Spec spec = new Spec();
        spec.json.put("executable", executable);
        List.of(arguments).forEach(spec.json.withArray("arguments")::add);
        return spec;
    }

    public Spec named(String name) {
        return with("name", name);
    }

    public Spec at(String... sites) {
        json.putObject("constraints").putPOJO("sites", List.of(sites));
        return this;
    }

    public Spec in(String session) {
        return with("session", session);
    }

    public Spec with(String field, Object value) {
        json.set(field, Api.JSON.valueToTree(value));
        return this;
    }

    public Spec resource(String field, Object value) {
        ((ObjectNode) json.path("resources")).set(field, Api.JSON.valueToTree(value));
        return this;
    }

    public Spec input(Map<String, ?> input) {
        json.withArray("inputs").addPOJO(input);
        return this;
    }

    public Spec output(Map<String, ?> output) {
        json.withArray("outputs").addPOJO(output);
        return this;
    }

    public Spec after(String task) {
        json.withArray("dependsOn").addObject().put("task", task);
        return this;
    }

    public JsonNode json() {
        return json;
    }
}
