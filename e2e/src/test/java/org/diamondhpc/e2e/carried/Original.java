package org.diamondhpc.e2e.carried;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A script of the collection that the translator's own tests read too: for whom it was written, what its author asks for
 * in the collection's words, and what it prints where it runs well; an array's prints are its first element's.
 */
public record Original(String family, String name, Map<String, String> asks, String prints, String script) {
    private static final List<String> FAMILIES = List.of("slurm", "pbs", "gridengine", "lsf", "flux");

    /** All of them, from the source tree. */
    static List<Original> all(Path collection) {
        List<Original> all = new ArrayList<>();
        try {
            for (String family : FAMILIES) {
                for (String part : Files.readString(collection.resolve(family + ".scripts")).split("(?m)^=== ")) {
                    if (!part.isBlank()) {
                        all.add(read(family, part));
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return all;
    }

    /** {@code name | what it asks for | the line it prints}, and the script. */
    static Original read(String family, String part) {
        int end = part.indexOf('\n');
        String[] head = part.substring(0, end).split("\\s*\\|\\s*");
        Map<String, String> asks = new LinkedHashMap<>();
        Arrays.stream(head[1].split(" ")).map(word -> word.split("=", 2))
                .forEach(word -> asks.put(word[0], word.length == 1 ? "" : word[1]));
        return new Original(family, head[0], asks, head[2], part.substring(end + 1));
    }

    String title() {
        return family + ": " + name;
    }

    String folder() {
        return family + "." + name;
    }

    /** The same with other numbers. */
    Original asking(Map<String, String> others) {
        Map<String, String> all = new LinkedHashMap<>(asks);
        all.putAll(others);
        return new Original(family, name, all, prints, script);
    }

    boolean asksFor(String what) {
        return asks.containsKey(what);
    }

    int number(String what) {
        return Integer.parseInt(asks.getOrDefault(what, "0"));
    }

    int tasks() {
        return number("nodes") * number("processes");
    }

    int coresPerNode() {
        return number("processes") * number("cores");
    }

    int gpusPerNode() {
        return number("processes") * number("gpus");
    }

    /** Of a node, in MiB; 0: it does not say. */
    int memory() {
        String amount = asks.getOrDefault("memory", "0MiB");
        int n = Integer.parseInt(amount.replaceAll("\\D", ""));
        return amount.endsWith("GiB") ? n * 1024 : n;
    }

    Duration duration() {
        return Duration.parse(asks.get("duration"));
    }

    /** Of an array; of any other job one without a number. */
    List<String> elements() {
        if (!asksFor("array")) {
            return List.of("");
        }
        int[] range = Arrays.stream(asks.get("array").split("[-:]")).mapToInt(Integer::parseInt).toArray();
        int step = range.length < 3 ? 1 : range[2];
        return IntStream.iterate(range[0], i -> i <= range[1], i -> i + step).mapToObj(String::valueOf).toList();
    }

    /** What an element prints. */
    String prints(String element) {
        return prints.replaceFirst("index=\\d+", "index=" + element) + "\n";
    }
}
