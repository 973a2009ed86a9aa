package org.diamondhpc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import org.diamondhpc.cli.testing.CommandLineRun;
import org.junit.jupiter.api.Test;

class TranslateTest extends CommandCase {
    @Test
    void aScriptIsTranslatedWithItsSubmitCommandAndItsNotesAreTold() throws IOException {
        Files.writeString(folder.resolve("job.sh"), "#SBATCH -n 1\n");
        gateway.on("POST /v1/translations", """
                {"family": "slurm", "task": {"script": "echo\\n", "inputs": [], "resources": {"nodes": 2}},
                 "notes": [{"kind": "RISK", "place": "line 3", "text": "asks its scheduler"}], "script": "#PBS -N x\\n"}""");

        CommandLineRun task = run("translate", folder.resolve("job.sh").toString(), "--keep", "queue,qos", "--", "sbatch",
                "-N", "2", "job.sh");
        CommandLineRun script = run("translate", folder.resolve("job.sh").toString(), "--to", "beta");

        assertThat(task.exit()).as(task.err()).isZero();
        assertThat(task.out()).contains("nodes: 2").doesNotContain("inputs");
        assertThat(task.err()).contains("RISK: line 3: asks its scheduler");
        assertThat(script.out()).isEqualTo("#PBS -N x\n");
        JsonNode sent = gateway.asked("POST /v1/translations").getFirst().json();
        assertThat(sent.path("keep").toString()).isEqualTo("[\"QUEUE\",\"QOS\"]");
        assertThat(sent.path("command")).hasSize(4);
    }
}
