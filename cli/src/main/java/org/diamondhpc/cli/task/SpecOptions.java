package org.diamondhpc.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.SessionId;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where a specification comes from. */
final class SpecOptions {
    @Parameters(paramLabel = "SPEC.yaml", description = "The task specification, YAML or JSON; - is standard input.")
    Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE",
            description = "Set a field, for example resources.duration=5m; may be given again.")
    Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--session", paramLabel = "S", description = "The session it belongs to.")
    SessionId session;

    /** Ready to be sent: local inputs are uploaded. */
    ObjectNode spec(Shell shell) throws IOException {
        ObjectNode spec = new LocalInputs(shell, SpecFile.read(shell, file, settings)).uploaded();
        if (session != null) {
            spec.put("session", session.value());
        }
        return spec;
    }
}
