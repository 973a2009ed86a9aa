package org.diamondhpc.site.scheduler.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.Checkpoint;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;

/** What a task and its placement ask of a scheduler, each value checked once; what a family cannot say it refuses here. */
public final class Asked {
    /** What the wrapper can pass on: a program started in the background ignores INT and QUIT for good. */
    private static final Set<String> SIGNALS = Set.of("USR1", "USR2", "TERM", "HUP", "URG", "CONT");
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9_.,@:/+= ~-]{1,900}");
    private static final Pattern INTERPRETER = Pattern.compile("#!\\s*(/usr/bin/env(?:\\s+-S)?\\s+([\\w.+-]+)|/[\\w./+-]+)");
    private static final Pattern OPTIONS = Pattern.compile("[ \\t]+-([a-zA-Z]+)[ \\t]*\\r?(?:\\n|$)");
    private static final int LONGEST_NAME = 60;
    /** What every family's submit command reads as one value, whatever its quotes and commas mean. */
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_./:+@%-]*");

    private final TaskOrder order;
    private final TaskSpec spec;
    private final Placement placement;
    private final AttemptLayout layout;
    private final SiteProfile profile;
    private final Violations violations;
    private final List<ScriptNote> notes;
    private Map<String, String> variables = Map.of();
    private final Map<String, String> lines = new LinkedHashMap<>();

    /** For a job of Diamond's own. */
    public Asked(TaskOrder order, Placement placement, AttemptLayout layout, SiteProfile profile,
            Violations violations) {
        this(order, placement, layout, profile, violations, null);
    }

    /** @param notes gets what a person should know of a script of their own; null for a job of Diamond's */
    public Asked(TaskOrder order, Placement placement, AttemptLayout layout, SiteProfile profile,
            Violations violations, List<ScriptNote> notes) {
        this.order = order;
        this.spec = order.spec();
        this.placement = placement;
        this.layout = layout;
        this.profile = profile;
        this.violations = violations;
        this.notes = notes;
    }

    /**
     * Whether the directives are a person's, who submits the script without Diamond: then nothing of the attempt stands in
     * them, neither token nor folder nor where its streams go.
     */
    public boolean byHand() {
        return notes != null;
    }

    /** Tells the person what the family's words say otherwise, by the paths of the fields that do not come back the same. */
    public void says(String how, String... pointers) {
        if (byHand()) {
            for (String pointer : pointers) {
                notes.add(new ScriptNote(ScriptNote.Kind.CHANGED, pointer, how));
            }
        }
    }

    /**
     * A line of sh that a person's script needs before its own, since no directive of the family says the same; a script
     * that is not the shell's does without.
     *
     * @param why what it is for
     */
    public void line(String line, String why) {
        lines.put(line, why);
    }

    /** Those lines in their order, each with what it is for. */
    public Map<String, String> lines() {
        return new LinkedHashMap<>(lines);
    }

    /** Variables a person's directives can set; those left over stand in the script. None for Diamond's own jobs. */
    public Map<String, String> variables() {
        Map<String, String> plain = new LinkedHashMap<>();
        if (byHand()) {
            spec.environment().forEach((name, value) -> {
                if (VALUE.matcher(value).matches()) {
                    plain.put(name, value);
                }
            });
        }
        variables = plain;
        return Map.copyOf(plain);
    }

    /** The same as {@code NAME=VALUE}, joined; empty where there are none. */
    public String variables(String between) {
        return variables().entrySet().stream().sorted(Map.Entry.comparingByKey()).map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(between));
    }

    /** Variables that the directives do not set. */
    public Map<String, String> otherVariables() {
        Map<String, String> others = new LinkedHashMap<>(spec.environment());
        others.keySet().removeAll(variables.keySet());
        return others;
    }

    /** The attempt's id, which must be found again at the scheduler. */
    public String token() {
        return order.attemptId().toString();
    }

    public AttemptLayout layout() {
        return layout;
    }

    public Resources resources() {
        return spec.resources();
    }

    public Duration limit() {
        return Duration.ofSeconds(spec.resources().duration().seconds());
    }

    /** For families that set {@code OMP_NUM_THREADS} by themselves: the person's own number, or a process's cores. */
    public int threads() {
        String said = spec.environment().getOrDefault("OMP_NUM_THREADS", "");
        if (byHand() && said.matches("[1-9]\\d{0,4}")) {
            return Integer.parseInt(said);
        }
        says("the scheduler sets it to the cores of a process", "/environment/OMP_NUM_THREADS");
        return spec.resources().coresPerProcess();
    }

    public SiteProfile profile() {
        return profile;
    }

    /** An option of the profile's {@code scheduler} mapping. */
    public Optional<String> option(String name) {
        return Optional.ofNullable(profile.scheduler().options().get(name));
    }

    /**
     * For people only, and never the token: some sites refuse or shorten names. Begins with a letter. Null where a person's
     * script has none.
     */
    public String name() {
        String name = spec.name() == null ? "" : spec.name().replaceAll("[^A-Za-z0-9_.+-]+", "_")
                .replaceAll("^[^A-Za-z]+", "");
        if (byHand() && name.isEmpty()) {
            if (spec.name() != null) {
                says("the scheduler's names begin with a letter; it gives one of its own", "/name");
            }
            return null;
        }
        String legal = name.isEmpty() ? "diamond" : name.substring(0, Math.min(LONGEST_NAME, name.length()));
        if (spec.name() != null && !legal.equals(spec.name())) {
            says("the scheduler's names hold fewer characters: " + legal, "/name");
        }
        return legal;
    }

    /** Null where none is named; so are the next. */
    public String queue() {
        return token("/queue", placement.partition(), spec.queue());
    }

    public String account() {
        return token("/account", placement.account(), spec.account());
    }

    public String qos() {
        return token("/qos", placement.qos(), spec.qos());
    }

    public String reservation() {
        return token("/reservation", placement.reservation(), spec.reservation());
    }

    public List<String> features() {
        return tokens("/constraints/features", spec.constraints().features());
    }

    public List<String> excludedNodes() {
        return tokens("/excludedNodes", placement.excludedNodes());
    }

    /** Null where any GPU does. */
    public String gpuType() {
        return violations.token("/resources/gpuType", spec.resources().gpuType());
    }

    public boolean array() {
        return spec.array() != null;
    }

    /** The elements, ascending; empty where it is no array or the indices are none. */
    public List<Integer> elements() {
        try {
            return spec.array() == null ? List.of() : spec.array().expanded();
        } catch (IllegalArgumentException e) {
            violations.add("/array/indices", e.getMessage());
            return List.of();
        }
    }

    /** As the task says it, without blanks. Only where there are elements. */
    public String indices() {
        return spec.array().indices().replaceAll("\\s+", "");
    }

    public OptionalInt mostConcurrent() {
        return spec.array() == null || spec.array().maxConcurrent() == null ? OptionalInt.empty()
                : OptionalInt.of(Math.max(1, spec.array().maxConcurrent()));
    }

    /**
     * First, last and step where the elements ascend evenly.
     *
     * @param why what to say where they do not
     */
    public Optional<int[]> evenRange(String why) {
        List<Integer> all = elements();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        int step = all.size() < 2 ? 1 : all.get(1) - all.get(0);
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i) - all.get(i - 1) != step) {
                refuse("/array/indices", why);
                return Optional.empty();
            }
        }
        return Optional.of(new int[] {all.getFirst(), all.getLast(), step});
    }

    /** The warning before the limit, where its signal can be passed on. */
    public Optional<Checkpoint> checkpoint() {
        Checkpoint checkpoint = spec.checkpoint();
        if (checkpoint != null && !SIGNALS.contains(checkpoint.signal())) {
            refuse("/checkpoint/signal", "must be one of USR1, USR2, TERM, HUP, URG, CONT");
            return Optional.empty();
        }
        return Optional.ofNullable(checkpoint);
    }

    /** Modules need bash; anything else is plain sh. A person's script is given to what its first line names. */
    public String shell() {
        if (byHand()) {
            Matcher first = INTERPRETER.matcher(spec.script());
            return !first.lookingAt() ? "/bin/bash" : first.group(2) == null ? first.group(1) : "/usr/bin/" + first.group(2);
        }
        return spec.modules().isEmpty() ? "/bin/sh" : "/bin/bash";
    }

    /** For families that start a person's script by {@link #shell} alone: what its first line says beyond that. */
    public void shellOptions() {
        Matcher first = INTERPRETER.matcher(spec.script());
        Matcher options = !first.lookingAt() ? null : OPTIONS.matcher(spec.script().substring(first.end()));
        if (options == null || !options.lookingAt()) {
            return;
        }
        String letters = options.group(1).replace("l", "");
        if (!letters.equals(options.group(1))) {
            line("[ ! -r /etc/profile ] || . /etc/profile; if [ -r ~/.bash_profile ]; then . ~/.bash_profile; "
                    + "elif [ -r ~/.profile ]; then . ~/.profile; fi",
                    "the scheduler reads no first line: what a login shell reads is read by a line of the script");
        }
        if (!letters.isEmpty()) {
            line("set -" + letters, "the scheduler reads no first line: its options are set by a line of the script");
        }
    }

    /** A path of the attempt, where it can stand in a directive; otherwise a violation. */
    public String path(String path) {
        if (!PATH.matcher(path).matches()) {
            refuse("", "the site's storage root holds characters that cannot stand in a directive: " + path);
        }
        return path;
    }

    /** What cannot be said at all. */
    public void refuse(String pointer, String why) {
        violations.add(pointer, why);
    }

    /** Refuses a value that is given. */
    public void absent(String pointer, Object value, String why) {
        if (value != null && !(value instanceof List<?> list && list.isEmpty())) {
            refuse(pointer, why);
        }
    }

    private String token(String pointer, String placed, String asked) {
        return violations.token(pointer, placed == null ? asked : placed);
    }

    private List<String> tokens(String pointer, List<String> values) {
        List<String> checked = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Optional.ofNullable(violations.token(pointer + "/" + i, values.get(i))).ifPresent(checked::add);
        }
        return checked;
    }
}
