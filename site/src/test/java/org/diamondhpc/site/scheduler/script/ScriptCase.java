package org.diamondhpc.site.scheduler.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A script written for one family, what it asks for and what it prints where it runs well. The collections lie beside
 * this class; a case is {@code === name | expectations | line it prints} and the script.
 */
record ScriptCase(String family, String name, Map<String, String> expected, String prints, String script) {
    static final List<String> FAMILIES = List.of("slurm", "pbs", "gridengine", "lsf", "flux");

    static Stream<ScriptCase> all() {
        return FAMILIES.stream().flatMap(family -> of(family).stream());
    }

    static List<ScriptCase> of(String family) {
        try (InputStream in = ScriptCase.class.getResourceAsStream(family + ".scripts")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<ScriptCase> cases = new ArrayList<>();
            for (String part : text.split("(?m)^=== ")) {
                if (!part.isBlank()) {
                    cases.add(read(family, part));
                }
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ScriptCase read(String family, String part) {
        int end = part.indexOf('\n');
        String[] head = part.substring(0, end).split("\\s*\\|\\s*");
        Map<String, String> expected = new LinkedHashMap<>();
        Arrays.stream(head[1].split(" ")).forEach(word -> {
            int eq = word.indexOf('=');
            expected.put(eq < 0 ? word : word.substring(0, eq), eq < 0 ? "" : word.substring(eq + 1));
        });
        return new ScriptCase(family, head[0], expected, head[2], part.substring(end + 1));
    }

    @Override
    public String toString() {
        return family + ": " + name;
    }
}
