package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem.Violation;

/**
 * Puts a task's resources, said in whatever terms, into those of the schema: total processes, cores of a node, memory of a
 * core and the like are worked out from what else is said, and what has more than one meaning is refused with them. What is
 * in the schema's terms already stays as it is.
 */
public final class ResourceWords {
    private static final String RESOURCES = "resources";
    private static final long LEAST_MEMORY = 1 << 20;
    private static final Pattern GPUS = Pattern.compile("(?:([A-Za-z][\\w.-]*):)?(\\d{1,4})|(\\d{1,4})(?: ?x)? ([A-Za-z][\\w.-]*?)"
            + "(?: gpus?)?|((?=\\S*\\d)[A-Za-z][\\w.-]*|none|no)");

    private final SaidResources said;
    private final ObjectNode out = JsonNodeFactory.instance.objectNode();
    private long nodes = 1;
    private long processes = 1;
    private long cores = 1;
    private long gpusPerNode;

    private ResourceWords(List<Violation> violations) {
        this.said = new SaidResources(violations);
    }

    /**
     * A task specification with its resources in the schema's terms.
     *
     * @param violations gets what is wrong, by pointer into the specification
     * @return a copy, or the same where there is nothing to put otherwise
     */
    public static JsonNode plain(JsonNode spec, List<Violation> violations) {
        JsonNode resources = spec.path(RESOURCES);
        if (!spec.isObject() || !resources.isObject() && !resources.isTextual()) {
            return spec;
        }
        ObjectNode plain = ((ObjectNode) spec).deepCopy();
        return plain.set(RESOURCES, new ResourceWords(violations).read(resources));
    }

    /** As {@link #plain(JsonNode, List)}, with all that is wrong beside it. */
    public static Reading plain(JsonNode spec) {
        List<Violation> violations = new ArrayList<>();
        return new Reading(plain(spec, violations), List.copyOf(violations));
    }

    /** A specification in plain terms, and what could not be put into them. */
    public record Reading(JsonNode spec, List<Violation> violations) {
    }

    private ObjectNode read(JsonNode resources) {
        if (resources.isTextual()) {
            new ResourcePhrases(said).read(resources.textValue());
        } else {
            resources.properties().forEach(e -> member(e.getKey(), e.getValue()));
        }
        processes();
        cores();
        gpus();
        memory();
        kept(ResourceField.DURATION);
        kept(ResourceField.EXCLUSIVE);
        return out;
    }

    private void member(String name, JsonNode value) {
        String at = "/" + RESOURCES + "/" + name;
        ResourceField.named(name).ifPresentOrElse(n -> {
            if (!value.isNull()) {
                said.say(n.field(), at, n.unit().isEmpty() ? value : value.isValueNode()
                        ? JsonNodeFactory.instance.textNode(value.asText() + n.unit()) : value);
            }
        }, () -> out.set(name, value));
    }

    private void processes() {
        OptionalLong n = said.count(ResourceField.NODES);
        OptionalLong all = said.count(ResourceField.PROCESSES);
        OptionalLong each = said.count(ResourceField.PROCESSES_PER_NODE);
        if (all.isPresent() && each.isPresent() && n.isEmpty()) {
            n = shared(ResourceField.PROCESSES, "processes", all.getAsLong(), each.getAsLong(), "to a node");
        } else if (all.isPresent() && each.isEmpty()) {
            each = shared(ResourceField.PROCESSES, "processes", all.getAsLong(), n.orElse(1), "nodes");
        } else if (all.isPresent() && all.getAsLong() != n.getAsLong() * each.getAsLong()) {
            said.refuse(said.of(ResourceField.PROCESSES).pointer(), "%d processes are not %d nodes with %d each".formatted(
                    all.getAsLong(), n.getAsLong(), each.getAsLong()));
        }
        nodes = put(ResourceField.NODES, n, 1);
        processes = put(ResourceField.PROCESSES_PER_NODE, each, 1);
    }

    private void cores() {
        OptionalLong each = said.count(ResourceField.CORES_PER_PROCESS);
        each = other(each, ResourceField.CORES_PER_NODE, said.count(ResourceField.CORES_PER_NODE), "cores", processes);
        each = other(each, ResourceField.CORES, said.count(ResourceField.CORES), "cores", 0);
        cores = put(ResourceField.CORES_PER_PROCESS, each, 1);
    }

    private void gpus() {
        OptionalLong each = gpus(ResourceField.GPUS_PER_PROCESS);
        each = other(each, ResourceField.GPUS_PER_NODE, gpus(ResourceField.GPUS_PER_NODE), "GPUs", processes);
        each = other(each, ResourceField.GPUS, gpus(ResourceField.GPUS), "GPUs", 0);
        gpusPerNode = put(ResourceField.GPUS_PER_PROCESS, each, 0) * processes;
        kept(ResourceField.GPU_TYPE);
    }

    /**
     * The number of one process, from another way to say it.
     *
     * @param sharers how many processes share it; 0: that depends on what is meant, unless there is but one process
     */
    private OptionalLong other(OptionalLong each, ResourceField field, OptionalLong value, String what, long sharers) {
        if (value.isEmpty()) {
            return each;
        }
        String at = said.of(field).pointer();
        if (each.isPresent()) {
            said.refuse(at, "%s are said twice".formatted(what));
        } else if (sharers == 0 && nodes * processes > 1) {
            said.refuse(at, "%d %s may be of each process, of each node or of all %d processes; say %s".formatted(
                    value.getAsLong(), what, nodes * processes, what.equals("GPUs") ? "gpusPerProcess or gpusPerNode"
                            : "coresPerProcess or coresPerNode"));
        } else {
            return shared(field, what, value.getAsLong(), Math.max(1, sharers), "processes");
        }
        return each;
    }

    /** A count, or a model with its count: {@code a100:2}, {@code 2 a100}, {@code a100}. */
    private OptionalLong gpus(ResourceField field) {
        SaidResources.Said value = said.of(field);
        Matcher m = value == null ? null : GPUS.matcher(NumberWords.digits(value.value().asText()));
        if (m == null || !value.value().isTextual() || !m.matches()) {
            return said.count(field);
        }
        if (m.group().matches("(?i)no(ne)?")) {
            return OptionalLong.of(0);
        }
        String type = m.group(1) != null ? m.group(1) : m.group(4) != null ? m.group(4) : m.group(5);
        String count = m.group(2) != null ? m.group(2) : m.group(3) != null ? m.group(3) : "1";
        if (type != null && !type.matches("(?i)gpus?")) {
            said.say(ResourceField.GPU_TYPE, value.pointer(), type);
        }
        return OptionalLong.of(Long.parseLong(count));
    }

    private void memory() {
        List<ResourceField> ways = List.of(ResourceField.values()).stream().filter(f -> f.memory() && said.has(f)).toList();
        if (ways.size() > 1) {
            said.refuse(said.of(ways.get(1)).pointer(), "memory is said twice");
        } else if (!ways.isEmpty()) {
            SaidResources.Said value = said.of(ways.getFirst());
            ResourcePhrases.Amount amount = value.value().isTextual() ? ResourcePhrases.memory(value.value().textValue()) : null;
            boolean further = amount != null && amount.field() != ResourceField.MEMORY;
            if (further && ways.getFirst() != ResourceField.MEMORY && ways.getFirst() != amount.field()) {
                said.refuse(value.pointer(), "its name and its value say what it is of, and not the same");
            } else {
                memory(further ? amount.field() : ways.getFirst(), value.pointer(), amount == null ? value.value().asText()
                        : amount.text());
            }
        }
    }

    private void memory(ResourceField of, String at, String text) {
        if (text.matches("\\d+") && Double.parseDouble(text) < LEAST_MEMORY) {
            said.refuse(at, "%s without a unit is bytes, less than any program needs; write %sMiB or %sGiB".formatted(text,
                    text, text));
            return;
        }
        try {
            MemorySize size = MemorySize.parse(text);
            out.put(ResourceField.MEMORY.member(), (switch (of) {
                case MEMORY_PER_CORE -> size.times(processes * cores);
                case MEMORY_PER_PROCESS -> size.times(processes);
                case MEMORY_PER_GPU -> size.times(gpusPerNode);
                case TOTAL_MEMORY -> size.part(Math.max(1, nodes));
                default -> size;
            }).toString());
        } catch (IllegalArgumentException | ArithmeticException e) {
            said.refuse(at, e.getMessage());
        }
    }

    private void kept(ResourceField field) {
        if (said.has(field)) {
            JsonNode value = said.of(field).value();
            out.set(field.member(), field == ResourceField.EXCLUSIVE && value.asText().matches("(?i)true|false")
                    ? JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(value.asText())) : value);
        }
    }

    private long put(ResourceField field, OptionalLong value, long otherwise) {
        value.ifPresent(v -> out.put(field.member(), Math.toIntExact(v)));
        return Math.max(otherwise, value.orElse(otherwise));
    }

    private OptionalLong shared(ResourceField field, String what, long whole, long by, String among) {
        if (by < 1 || whole % by != 0) {
            said.refuse(said.of(field).pointer(), "%d %s cannot be shared evenly, %d %s".formatted(whole, what, by, among));
            return OptionalLong.empty();
        }
        return OptionalLong.of(whole / by);
    }
}
