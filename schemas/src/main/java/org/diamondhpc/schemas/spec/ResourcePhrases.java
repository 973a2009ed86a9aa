package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resources in words: {@code 2 nodes with 4 tasks each, 2 cores per task, 4 GiB per core, 90 minutes}. Each phrase is a number
 * with what it counts; what can be understood in two ways, or not at all, is refused by name.
 */
final class ResourcePhrases {
    private static final String AT = "/resources";
    private static final String NOUN = "(nodes?|hosts?|machines?|tasks?|process(?:es)?|ranks?|cores?|cpus?|threads?|gpus?|accelerators?)";
    private static final String PER = "(?:(?: per | 1 | ?/ ?)" + NOUN + "|( each)|( (?:in )?total))?";
    private static final Pattern COUNT = Pattern.compile("(?i)(\\d{1,9})(?: x)? (?:([a-z0-9][a-z0-9_.-]*) )?" + NOUN + PER);
    private static final Pattern MEMORY = Pattern.compile("(?i)(?:(?:memory|ram|mem):? )?(\\d+(?:\\.\\d+)? ?(?:[kmgtp](?:i?b)?"
            + "|[a-z]{4}bytes?))((?: of)? (?:memory|ram|mem))?" + PER);
    private static final Pattern ALONE = Pattern.compile("(?i)\\d+(?:\\.\\d+)? ?m");
    private static final Pattern EXCLUSIVE = Pattern.compile("(?i)exclusive(?:ly)?(?: nodes?)?|whole nodes?|not shared");
    private static final Pattern BEFORE = Pattern.compile("(?i)^(?:for|up to|at most|max(?:imum)?|within|time limit:?|walltime:?) ");
    /** {@code 1 hour and 30 minutes} is one thing. */
    private static final Pattern GOES_ON = Pattern.compile("(?i)(\\d ?(?:days?|d|hours?|hrs?|h))(?: and|,) (?=\\d+ ?(?:h|m(?!i?b)|s))");
    private static final Pattern EACH_OF = Pattern.compile("(?i) (?:for |on |in |of )?each (?=" + NOUN + ")");
    private static final Pattern EACH_WITH = Pattern.compile("(?i),? each (?:with|having|running) (\\d[^,;]*?)(?=,|;| and |$)");
    private static final Pattern ADJECTIVE = Pattern.compile("(?i)\\b(?:mpi|compute|parallel|cpu(?= core)|processor(?= core)) ?(?=[a-z])");
    private static final Pattern BETWEEN = Pattern.compile("(?i)(?:[,;.]|\\band\\b|\\bwith\\b|\\bon\\b|\\bof(?= \\d)|\\bfor\\b)(?= |$) ?");
    private static final Map<String, ResourceField> COUNTED = Map.of("node", ResourceField.NODES, "task",
            ResourceField.PROCESSES, "task/node", ResourceField.PROCESSES_PER_NODE, "core", ResourceField.CORES, "core/task",
            ResourceField.CORES_PER_PROCESS, "core/node", ResourceField.CORES_PER_NODE, "gpu", ResourceField.GPUS,
            "gpu/task", ResourceField.GPUS_PER_PROCESS, "gpu/node", ResourceField.GPUS_PER_NODE);
    private static final Map<String, ResourceField> REMEMBERED = Map.of("", ResourceField.MEMORY, "node",
            ResourceField.MEMORY, "task", ResourceField.MEMORY_PER_PROCESS, "core", ResourceField.MEMORY_PER_CORE, "gpu",
            ResourceField.MEMORY_PER_GPU, "total", ResourceField.TOTAL_MEMORY);

    private final SaidResources said;
    private String last = "";

    ResourcePhrases(SaidResources said) {
        this.said = said;
    }

    void read(String text) {
        String plain = GOES_ON.matcher(NumberWords.digits(text)).replaceAll("$1 ");
        plain = EACH_WITH.matcher(plain).replaceAll(" with $1 each");
        plain = ADJECTIVE.matcher(EACH_OF.matcher(plain).replaceAll(" per ")).replaceAll("");
        for (String phrase : BETWEEN.split(plain)) {
            if (!phrase.isBlank()) {
                phrase(BEFORE.matcher(phrase.strip()).replaceFirst(""));
            }
        }
    }

    /** What an amount of memory is of, from words behind it: {@code 4 GiB per core}. @return null where it is no amount */
    static Amount memory(String text) {
        Matcher m = MEMORY.matcher(NumberWords.digits(text));
        return m.matches() && m.group(4) == null ? new Amount(REMEMBERED.get(of(m, 3, "")), m.group(1)) : null;
    }

    record Amount(ResourceField field, String text) {
    }

    private void phrase(String phrase) {
        Matcher count = COUNT.matcher(phrase);
        Matcher memory = MEMORY.matcher(phrase);
        if (ALONE.matcher(phrase).matches()) {
            said.refuse(AT, "%s may be minutes or megabytes; write min or MB".formatted(phrase));
        } else if (count.matches()) {
            count(count);
        } else if (memory.matches()) {
            say(REMEMBERED.get(of(memory, 3, last)), phrase, memory.group(1));
        } else if (EXCLUSIVE.matcher(phrase).matches()) {
            said.say(ResourceField.EXCLUSIVE, AT, BooleanNode.TRUE);
        } else {
            duration(phrase);
        }
    }

    private void count(Matcher m) {
        String noun = noun(m.group(3));
        String per = of(m, 4, last);
        ResourceField field = COUNTED.get(per.isEmpty() || per.equals("total") ? noun : noun + "/" + per);
        if (per.equals("total") && !noun.equals("task") && !noun.equals("node")) {
            field = null;
        }
        last = noun;
        String type = m.group(2);
        if (type != null && !noun.equals("gpu")) {
            unread(m.group());
        } else {
            say(field, m.group(), type == null ? m.group(1) : type + ":" + m.group(1));
        }
    }

    private void duration(String phrase) {
        try {
            Walltime.parse(phrase);
            said.say(ResourceField.DURATION, AT, phrase);
        } catch (IllegalArgumentException e) {
            unread(phrase);
        }
    }

    private void say(ResourceField field, String phrase, String value) {
        if (field == null) {
            unread(phrase);
        } else {
            said.say(field, AT, value);
        }
    }

    private void unread(String phrase) {
        said.refuse(AT, "\"%s\" is not understood; say it by the fields, such as processesPerNode".formatted(phrase));
    }

    /** What an amount is for: a noun, {@code total}, or nothing; {@code each} means what was counted last. */
    private static String of(Matcher m, int group, String last) {
        return m.group(group) != null ? noun(m.group(group)) : m.group(group + 1) != null ? last
                : m.group(group + 2) != null ? "total" : "";
    }

    private static String noun(String word) {
        return switch (word.toLowerCase(Locale.ROOT).substring(0, 3)) {
            case "nod", "hos", "mac" -> "node";
            case "tas", "pro", "ran" -> "task";
            case "cor", "cpu", "thr" -> "core";
            default -> "gpu";
        };
    }
}
