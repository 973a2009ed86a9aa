package org.diamondhpc.site.scheduler.pbs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.site.scheduler.script.Draft;
import org.diamondhpc.site.scheduler.script.Option;

/** The {@code -l} options of a script: chunks and their placing, or the older {@code nodes=}, and job-wide amounts. */
final class QsubResources {
    private static final Pattern SIZE = Pattern.compile("(\\d+)([kmgtp]?)([bw]?)", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "kmgtp";

    private final Draft draft;
    private boolean packed;
    private boolean apart;

    QsubResources(Draft draft) {
        this.draft = draft;
    }

    void apply(List<Option> resources) {
        resources.stream().filter(o -> name(o).equals("place")).forEach(this::place);
        resources.stream().filter(o -> !name(o).equals("place")).forEach(this::one);
    }

    private void one(Option option) {
        Option named = new Option(name(option), value(option), option.place());
        switch (named.name()) {
            case "select" -> select(named);
            case "nodes" -> nodes(named);
            case "walltime" -> draft.read(named, QsubReader::time, draft::duration);
            case "ncpus" -> draft.read(named, Integer::parseInt, n -> draft.shape().coresPerNode(n));
            case "procs" -> draft.read(named, Integer::parseInt, n -> draft.shape().processes(n));
            case "ngpus", "gpus" -> draft.read(named, Integer::parseInt, n -> draft.shape().gpus(n));
            case "mem" -> draft.read(named, QsubResources::size, n -> draft.shape().memory(n));
            case "pmem" -> draft.read(named, QsubResources::size, n -> draft.shape().memoryPerProcess(n));
            case "vmem", "pvmem", "file", "cput", "pcput", "nice", "min_walltime", "max_walltime" -> draft.leftOut(named,
                    "of limits a task knows memory and time");
            case "arch" -> architecture(named);
            default -> draft.leftOut(named, "means something at its own site only");
        }
    }

    private void place(Option option) {
        for (String word : value(option).split(":")) {
            switch (word) {
                case "pack" -> packed = true;
                case "scatter", "vscatter" -> apart = true;
                case "excl", "exclhost" -> draft.exclusive(true);
                case "free", "shared" -> apart = false;
                default -> draft.leftOut(option, "where nodes lie cannot be said");
            }
        }
    }

    private void select(Option option) {
        List<Map<String, String>> chunks = new ArrayList<>();
        int count = 0;
        try {
            for (String text : option.value().split("\\+")) {
                Map<String, String> chunk = chunk(text);
                count += Integer.parseInt(chunk.remove(""));
                chunks.add(chunk);
            }
        } catch (IllegalArgumentException e) {
            draft.leftOut(option, "its chunks cannot be read");
            return;
        }
        if (chunks.stream().distinct().count() > 1) {
            draft.risk(option, "its chunks differ; every node gets the most of each that one of them asks for");
        }
        chunks(option, largest(chunks), count);
    }

    private void chunks(Option option, Map<String, String> chunk, int count) {
        int together = packed ? count : 1;
        draft.shape().nodes(packed ? 1 : count);
        if (count > 1 && !packed && !apart) {
            draft.changed(option, "each chunk gets a node of its own");
        }
        int cores = amount(chunk, "ncpus", 1);
        int processes = amount(chunk, "mpiprocs", 1);
        draft.shape().processesPerNode(together * processes);
        draft.shape().coresPerNode(together * Math.max(cores, processes));
        draft.shape().gpusPerNode(together * amount(chunk, "ngpus", 0));
        chunk.forEach((name, value) -> {
            Option part = new Option(name, value, option.place());
            switch (name) {
                case "ncpus", "mpiprocs", "ngpus" -> { }
                case "mem" -> draft.read(part, QsubResources::size, n -> draft.shape().memoryPerNode(together * n));
                case "arch" -> architecture(part);
                case "gpu_type", "accelerator_model", "gpu_model" -> draft.shape().gpuType(value);
                case "ompthreads" -> draft.environment("OMP_NUM_THREADS", value);
                default -> other(part);
            }
        });
    }

    /** Some sites name the processor, most the operating system. */
    private void architecture(Option part) {
        if (part.value().matches("x86_64|aarch64|ppc64le")) {
            draft.architecture(part.value());
        } else {
            draft.leftOut(part, "names no processor");
        }
    }

    /** A resource of its site's own; one that is true or not is a feature of nodes. */
    private void other(Option part) {
        if (part.value().isEmpty() || part.value().equalsIgnoreCase("true")) {
            draft.features(new Option(part.name(), part.name(), part.place()));
        } else {
            draft.leftOut(part, "means something at its own site only");
        }
    }

    /** {@code 2:ppn=8:gpus=1:property}, or a node's name. */
    private void nodes(Option option) {
        Map<String, String> chunk = chunk(option.value().replaceFirst("\\+.*", ""));
        if (option.value().contains("+")) {
            draft.risk(option, "of several kinds of nodes the first was taken");
        }
        String count = chunk.remove("");
        draft.shape().nodes(count.matches("\\d+") ? Integer.parseInt(count) : 1);
        if (!count.matches("\\d+")) {
            draft.leftOut(option, "a single node cannot be asked for by name");
        }
        chunk.forEach((name, value) -> {
            Option part = new Option(name, value, option.place());
            switch (name) {
                case "ppn" -> draft.read(part, Integer::parseInt, n -> draft.shape().processesPerNode(n));
                case "gpus" -> draft.read(part, Integer::parseInt, n -> draft.shape().gpusPerNode(n));
                default -> other(part);
            }
        });
    }

    /** Under the empty name how many of it. */
    private static Map<String, String> chunk(String text) {
        Map<String, String> chunk = new LinkedHashMap<>();
        String[] parts = text.split(":");
        boolean counted = !parts[0].contains("=");
        chunk.put("", counted ? parts[0] : "1");
        for (int i = counted ? 1 : 0; i < parts.length; i++) {
            int eq = parts[i].indexOf('=');
            chunk.put(eq < 0 ? parts[i] : parts[i].substring(0, eq), eq < 0 ? "" : parts[i].substring(eq + 1));
        }
        return chunk;
    }

    private static Map<String, String> largest(List<Map<String, String>> chunks) {
        Map<String, String> all = new LinkedHashMap<>();
        chunks.forEach(chunk -> chunk.forEach((name, value) -> all.merge(name, value, QsubResources::larger)));
        return all;
    }

    private static String larger(String a, String b) {
        try {
            return size(a) >= size(b) ? a : b;
        } catch (IllegalArgumentException e) {
            return a;
        }
    }

    private static int amount(Map<String, String> chunk, String name, int otherwise) {
        String value = chunk.get(name);
        return value == null || !value.matches("\\d{1,6}") ? otherwise : Integer.parseInt(value);
    }

    private static String name(Option option) {
        return option.value().replaceFirst("=.*", "").strip();
    }

    private static String value(Option option) {
        int eq = option.value().indexOf('=');
        return eq < 0 ? "" : option.value().substring(eq + 1).strip();
    }

    /** {@code 8gb}, {@code 512mw} (words of 8 bytes), plain bytes; units are powers of 1024. */
    static long size(String value) {
        Matcher m = SIZE.matcher(value);
        if (!m.matches()) {
            throw new IllegalArgumentException("an amount of memory is written like 8gb");
        }
        int power = m.group(2).isEmpty() ? 0 : UNITS.indexOf(Character.toLowerCase(m.group(2).charAt(0))) + 1;
        return Long.parseLong(m.group(1)) * (1L << (10 * power)) * (m.group(3).equalsIgnoreCase("w") ? 8 : 1);
    }
}
