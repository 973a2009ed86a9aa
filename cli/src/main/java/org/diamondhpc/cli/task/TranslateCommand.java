package org.diamondhpc.cli.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "translate", description = {
    "A script written for Slurm, PBS, Grid Engine, LSF or Flux as a task for `run`, or as a script for a site.",
    "What could not be carried is told on standard error; nothing is submitted.",
    "The submit command may follow, for its options: translate job.sh -- sbatch -N 2 job.sh"})
class TranslateCommand implements Callable<Integer> {
    /** A script as people write it, line by line. */
    private static final YAMLMapper YAML = YAMLMapper.builder().enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build();

    private final Shell shell;

    @Parameters(index = "0", paramLabel = "SCRIPT", description = "The script; - is standard input.")
    Path file;

    @Parameters(index = "1..*", paramLabel = "COMMAND", description = "The words it was submitted with, behind --.")
    List<String> command = List.of();

    @Option(names = "--to", paramLabel = "SITE", description = "Print the script for this site instead of the task.")
    SiteId site;

    @Option(names = "--keep", paramLabel = "NAME", split = ",",
            description = "Names of its own site it keeps: queue, account, qos, reservation, features.")
    List<String> keep = List.of();

    TranslateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        byte[] script = file.toString().equals("-") ? shell.in().readAllBytes() : Files.readAllBytes(shell.path(file));
        ObjectNode request = DiamondJson.json().createObjectNode().put("script", new String(script, StandardCharsets.UTF_8));
        request.set("command", DiamondJson.json().valueToTree(command));
        request.set("keep", DiamondJson.json().valueToTree(keep.stream().map(k -> k.toUpperCase(Locale.ROOT)).toList()));
        if (site != null) {
            request.put("site", site.value());
        }
        Document carried = shell.client().tasks().translate(request);
        if (shell.json()) {
            shell.document(carried.json());
            return 0;
        }
        for (JsonNode note : carried.json().path("notes")) {
            shell.note("%s: %s: %s".formatted(note.path("kind").asText(), note.path("place").asText(),
                    note.path("text").asText()));
        }
        shell.result(site != null ? carried.text("/script").stripTrailing() : yaml(carried.json().path("task")));
        return 0;
    }

    /** What is empty or as it would be anyway says nothing. */
    private static String yaml(JsonNode task) throws IOException {
        ObjectNode spec = task.deepCopy();
        spec.properties().removeIf(e -> e.getValue().isContainerNode() && e.getValue().isEmpty());
        spec.remove(List.of("retries", "placement", "workspace"));
        return YAML.writeValueAsString(spec).stripTrailing();
    }
}
