package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.diamondhpc.cli.client.Sha256;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.WorkspacePath;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.CollectedOutput;

/**
 * Fetches every file of both steps with its checksum verified against the catalogue, and compares the computation
 * with the same one done here.
 */
final class Results {
    private final Shell shell;
    private final Story story;
    private final Path kept;

    Results(Shell shell, Story story, Path kept) {
        this.shell = shell;
        this.story = story;
        this.kept = kept;
    }

    boolean right(Task first, Task second, Plates plates) throws IOException {
        Path folder = kept == null ? Files.createTempDirectory("diamond-demo") : kept;
        try {
            fetch(folder, first);
            fetch(folder, second);
            story.check(fetched(first, second), true);
            boolean fields = story.check("the " + plates.count() + " fields from " + first.site()
                    + " equal the same simulation done here, bit by bit", fieldsRight(folder, first, plates));
            return result(folder.resolve(second.id().value()).resolve("result.json"), plates, second) && fields;
        } finally {
            if (kept == null) {
                removed(folder);
            }
        }
    }

    private void fetch(Path folder, Task task) throws IOException {
        for (CollectedOutput output : task.outputs()) {
            Path target = folder.resolve(task.id().value()).resolve(output.relative()).normalize();
            if (!target.startsWith(folder)) {
                throw new IOException("an output's name leads out of the folder");
            }
            shell.client().files().get(WorkspacePath.parse(output.path()), target, output.sha256(), bytes -> { });
        }
    }

    private static String fetched(Task first, Task second) {
        List<CollectedOutput> all = Stream.concat(first.outputs().stream(), second.outputs().stream()).toList();
        return all.size() + " files, " + Humane.size(all.stream().mapToLong(CollectedOutput::size).sum())
                + ", fetched; every SHA-256 equals the catalogue's";
    }

    private static boolean fieldsRight(Path folder, Task first, Plates plates) throws IOException {
        boolean right = true;
        for (int i = 0; i < plates.count(); i++) {
            Path field = folder.resolve(first.id().value()).resolve(Steps.field(i));
            right &= Files.exists(field) && Sha256.of(field).equals(Sha256.of(plates.field(i)));
        }
        return right;
    }

    private boolean result(Path file, Plates plates, Task second) throws IOException {
        if (!Files.exists(file)) {
            return story.check("result.json is there", false);
        }
        JsonNode result = DiamondJson.json().readTree(file.toFile());
        boolean right = result.path("recovered").size() == plates.count();
        StringBuilder found = new StringBuilder();
        for (int i = 0; i < plates.count(); i++) {
            double recovered = result.path("recovered").path(i).asDouble(Double.NaN);
            right &= recovered == plates.recovered(i) && Math.abs(recovered - plates.given(i)) < 1e-6;
            found.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%.6f", recovered));
        }
        story.json().set("result", result);
        story.tell("Recovered diffusivities: " + found + " (given: " + given(plates) + "); plate "
                + result.path("fastest").asInt() + " conducts best."
                + (result.path("gpus").asText().isEmpty() ? "" : " GPU " + result.path("gpus").asText() + " of "
                        + second.site() + " was ours."));
        return story.check("the analysis from " + second.site() + " equals the same analysis done here, bit by bit",
                right);
    }

    private static String given(Plates plates) {
        StringBuilder given = new StringBuilder();
        for (int i = 0; i < plates.count(); i++) {
            given.append(i == 0 ? "" : ", ").append(plates.given(i));
        }
        return given.toString();
    }

    private static void removed(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
