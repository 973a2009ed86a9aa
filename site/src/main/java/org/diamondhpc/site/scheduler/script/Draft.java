package org.diamondhpc.site.scheduler.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.ArraySpec;
import org.diamondhpc.schemas.spec.Checkpoint;
import org.diamondhpc.schemas.spec.Constraints;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.spec.Walltime;

/** A task while a script's options are read; an option that comes later wins, as with every submit command. */
public final class Draft {
    private static final Pattern FEATURES = Pattern.compile("\\w[\\w.-]*(?:(?:,|&&?)\\w[\\w.-]*)*");

    private final Set<KeptName> keep;
    private final Shape shape = new Shape();
    private final List<ScriptNote> notes = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<KeptName, String> names = new EnumMap<>(KeptName.class);
    private final List<String> features = new ArrayList<>();
    private String name;
    private Walltime duration;
    private boolean exclusive;
    private String indices;
    private Integer atOnce;
    private Checkpoint checkpoint;
    private String architecture;

    Draft(Set<KeptName> keep) {
        this.keep = keep;
    }

    /** Nodes, processes, cores, GPUs and memory, in whatever terms the family counts them. */
    public Shape shape() {
        return shape;
    }

    public void name(String value) {
        name = value;
    }

    public void duration(Duration value) {
        duration = new Walltime(value);
    }

    public void exclusive(boolean value) {
        exclusive = value;
    }

    public void environment(String variable, String value) {
        environment.put(variable, value);
    }

    /**
     * Variables as submit commands take them: {@code NAME=VALUE}, quoted or not; a name alone would be given its value by
     * the shell that submits, unless it is one of the words that stand for all or none.
     */
    public void variables(Option option, List<String> assignments, Set<String> wholes) {
        for (String one : assignments) {
            int eq = one.indexOf('=');
            if (eq > 0) {
                environment(one.substring(0, eq).strip(), one.substring(eq + 1).replaceAll("^([\"'])(.*)\\1$", "$2"));
            } else if (!wholes.contains(one)) {
                leftOut(new Option(option.name(), one, option.place()), "its value stands in the shell that submitted; give "
                        + "it as environment");
            }
        }
    }

    public void architecture(String value) {
        architecture = value;
    }

    public void checkpoint(String signal, Duration before) {
        checkpoint = new Checkpoint(signal, new Walltime(before));
    }

    /** {@code 1-10:2%3}: ranges as in {@link ArraySpec#indices}, and how many run at one time where that is said. */
    public void array(Option option) {
        String[] parts = option.value().split("%", 2);
        read(new Option(option.name(), parts[0], option.place()), ranges -> new ArraySpec(ranges, null), array -> {
            array.expanded();
            indices = array.indices();
        });
        if (parts.length == 2) {
            read(new Option(option.name(), parts[1], option.place()), Integer::parseInt, this::arrayAtOnce);
        }
    }

    public void arrayAtOnce(int most) {
        atOnce = most;
    }

    /** {@code ib&bigmem}: features that all nodes must have. */
    public void features(Option option) {
        if (!FEATURES.matcher(option.value()).matches()) {
            leftOut(option, "only features that all must be there can be said");
            return;
        }
        named(KeptName.FEATURES, option);
        features.addAll(List.of(option.value().split("[&,]+")));
    }

    /** A queue, account, QOS or reservation of the script's own site. */
    public void named(KeptName what, Option option) {
        if (keep.contains(what)) {
            names.put(what, option.value());
        } else {
            say(ScriptNote.Kind.LEFT_OUT, option, "means something at its own site only; name it again with --keep "
                    + what.name().toLowerCase(Locale.ROOT) + ", or let Diamond choose");
        }
    }

    /** Standard output or error: Diamond keeps both, whatever the script calls them. */
    public void stream(Option option) {
        say(ScriptNote.Kind.CHANGED, option, "stdout and stderr are kept with the task and fetched with it");
    }

    /** Diamond wakes whoever asked; no scheduler needs to write mail. */
    public void mail(Option option) {
        say(ScriptNote.Kind.CHANGED, option, "no mail is sent: Diamond tells whoever waits for the task");
    }

    public void changed(Option option, String how) {
        say(ScriptNote.Kind.CHANGED, option, how);
    }

    public void leftOut(Option option, String why) {
        say(ScriptNote.Kind.LEFT_OUT, option, why);
    }

    public void risk(Option option, String why) {
        say(ScriptNote.Kind.RISK, option, why);
    }

    /** Reads a value and takes it; one that cannot be read is left out and said. */
    public <T> void read(Option option, Function<String, T> form, Consumer<T> taker) {
        try {
            taker.accept(form.apply(option.value()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            leftOut(option, "its value cannot be read" + (e.getMessage() == null ? "" : ": " + e.getMessage()));
        }
    }

    void note(ScriptNote.Kind kind, String place, String text) {
        notes.add(new ScriptNote(kind, place, text));
    }

    private void say(ScriptNote.Kind kind, Option option, String text) {
        String value = option.value().isEmpty() ? "" : " " + option.value();
        note(kind, option.place(), option.name() + value + ": " + text);
    }

    /** The task without its script yet. */
    TaskSpec spec(List<String> arguments) {
        if (duration == null) {
            note(ScriptNote.Kind.ASSUMED, "script", "says no time limit; 10 minutes were taken");
        }
        Resources resources = shape.resources(duration, exclusive, this);
        ArraySpec array = indices == null ? null : new ArraySpec(indices, atOnce);
        List<String> kept = keep.contains(KeptName.FEATURES) ? features : List.of();
        Constraints constraints = new Constraints(null, null, architecture, null, kept, null);
        return new TaskSpec(name, null, arguments, null, null, environment, resources, null, null, null, constraints,
                names.get(KeptName.ACCOUNT), names.get(KeptName.QUEUE), names.get(KeptName.QOS), names.get(KeptName.RESERVATION), null,
                array, null, checkpoint, null, null, null);
    }

    /** Grave ones last, each once. */
    List<ScriptNote> notes() {
        return notes.stream().distinct().sorted(Comparator.comparing(ScriptNote::kind)).toList();
    }
}
