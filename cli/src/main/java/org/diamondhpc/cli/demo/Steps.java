package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.WorkspacePath;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;

/** The two steps as specifications. */
final class Steps {
    static final String WORKSPACE = "demo";
    static final List<String> PROGRAMS = List.of("simulate.py", "analyse.py");

    private final SessionId session;
    private final int plates;

    Steps(SessionId session, int plates) {
        this.session = session;
        this.plates = plates;
    }

    static byte[] resource(String name) throws IOException {
        try (InputStream in = Steps.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    static WorkspacePath input(String name) {
        return WorkspacePath.parse("ws://" + WORKSPACE + "/inputs/" + name);
    }

    static String field(int plate) {
        return "field-" + plate + ".bin";
    }

    /** An array: one plate an element. */
    ObjectNode simulate(List<SiteId> keptFree) {
        ObjectNode spec = begin("demo-simulate", "#!/bin/sh\nexec python3 simulate.py problem.json \"$DIAMOND_ARRAY_INDEX\"\n",
                "simulate.py");
        spec.putObject("array").put("indices", "0-" + (plates - 1));
        spec.putArray("outputs").addObject().put("glob", "field-*.bin");
        exclude(spec, keptFree);
        return spec;
    }

    /** Reads what the first step left, elsewhere: at none of the sites {@code not}. */
    ObjectNode analyse(Task first, List<SiteId> not, boolean gpu) {
        ObjectNode spec = begin("demo-analyse", "#!/bin/sh\nexec python3 analyse.py problem.json\n", "analyse.py");
        for (int i = 0; i < plates; i++) {
            spec.withArray("inputs").addObject().put("from", "task:0/" + field(i)).put("to", field(i));
        }
        spec.putArray("outputs").addObject().put("glob", "result.json");
        spec.putArray("dependsOn").addObject().put("task", first.id().value());
        exclude(spec, not);
        if (gpu) {
            spec.withObject("resources").put("gpusPerProcess", 1);
        }
        return spec;
    }

    private ObjectNode begin(String name, String script, String program) {
        ObjectNode spec = DiamondJson.json().createObjectNode().put("name", name).put("script", script)
                .put("workspace", WORKSPACE).put("session", session.value());
        spec.putObject("resources").put("duration", "5m");
        ArrayNode inputs = spec.putArray("inputs");
        inputs.addObject().put("from", input("problem.json").toString());
        inputs.addObject().put("from", input(program).toString());
        spec.putObject("labels").put("demo", "true");
        return spec;
    }

    private static void exclude(ObjectNode spec, List<SiteId> sites) {
        if (!sites.isEmpty()) {
            ArrayNode excluded = spec.putObject("constraints").putArray("excludeSites");
            sites.forEach(s -> excluded.add(s.value()));
        }
    }
}
