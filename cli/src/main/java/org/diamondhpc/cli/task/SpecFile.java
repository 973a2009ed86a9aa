package org.diamondhpc.cli.task;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Reason;

/**
 * A specification as it stands in a file.
 *
 * @param folder where its relative paths begin
 */
record SpecFile(ObjectNode spec, Path folder) {
    /**
     * @param file YAML or JSON; {@code -} is standard input
     * @param settings {@code resources.duration=5m}: fields to be set, the value read as YAML
     * @throws ApiException {@code INVALID_SPEC} where it is no object
     */
    static SpecFile read(Shell shell, Path file, Map<String, String> settings) throws IOException {
        boolean piped = file.toString().equals("-");
        byte[] text = piped ? shell.in().readAllBytes() : Files.readAllBytes(shell.path(file));
        JsonNode tree = yaml(text);
        if (!(tree instanceof ObjectNode spec)) {
            throw ApiException.of(Reason.INVALID_SPEC, file + " holds no task specification");
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            set(spec, setting.getKey(), yaml(setting.getValue().getBytes(StandardCharsets.UTF_8)));
        }
        Path parent = shell.path(file).toAbsolutePath().getParent();
        return new SpecFile(spec, piped ? shell.path(Path.of("")) : parent);
    }

    private static JsonNode yaml(byte[] text) throws IOException {
        try {
            return DiamondJson.yaml().readTree(text);
        } catch (JacksonException e) {
            throw new ApiException(Failure.of(Reason.INVALID_SPEC, "not YAML: " + e.getOriginalMessage()
                    + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")")), e);
        }
    }

    private static void set(ObjectNode spec, String path, JsonNode value) {
        ObjectNode at = spec;
        String[] names = path.split("\\.");
        for (int i = 0; i < names.length - 1; i++) {
            JsonNode next = at.get(names[i]);
            at = next instanceof ObjectNode object ? object : at.putObject(names[i]);
        }
        at.set(names[names.length - 1], value);
    }
}
