package org.diamondhpc.site.scheduler.flux;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.site.scheduler.script.Draft;
import org.diamondhpc.site.scheduler.script.GnuOptions;
import org.diamondhpc.site.scheduler.script.Option;
import org.diamondhpc.site.scheduler.script.OptionGrammar;
import org.diamondhpc.site.scheduler.script.Quantity;
import org.diamondhpc.site.scheduler.script.ScriptReader;

/** {@code # flux:} scripts, as flux-batch(1) and RFC 36 describe them. */
final class BatchReader implements ScriptReader {
    private static final Pattern SIGN = Pattern.compile("^\\W*(?:flux|FLUX):\\s*(.*)$");
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)?");

    @Override
    public String family() {
        return "flux";
    }

    @Override
    public Set<String> commands() {
        return Set.of("flux batch");
    }

    /** Behind any sign of a comment, so that scripts of any language can carry them; until the first other line. */
    @Override
    public List<Directive> directives(List<String> lines) {
        List<Directive> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher sign = SIGN.matcher(lines.get(i));
            if (sign.matches()) {
                found.add(new Directive(sign.group(1), i + 1));
            } else if (!lines.get(i).isBlank() && Character.isLetterOrDigit(lines.get(i).strip().charAt(0))) {
                break;
            }
        }
        return found;
    }

    @Override
    public OptionGrammar grammar() {
        return GnuOptions.of("B,bank=", "q,queue=", "t,time-limit=", "N,nodes=", "n,nslots=", "c,cores-per-slot=",
                "g,gpus-per-slot=", "x,exclusive", "job-name=", "o,setopt=", "S,setattr=", "output=", "error=", "u,unbuffered",
                "env=", "env-remove=", "env-file=", "rlimit=", "input=", "cwd=", "flags=", "urgency=", "dependency=",
                "requires=", "begin-time=", "signal=", "taskmap=", "l,label-io", "dry-run", "quiet", "v,verbose", "wrap",
                "conf=", "broker-opts=", "dump[=]", "add-file=");
    }

    @Override
    public void apply(Option option, Draft draft) {
        switch (option.name()) {
            case "job-name" -> draft.name(option.value());
            case "nodes" -> draft.read(option, Integer::parseInt, n -> draft.shape().nodes(n));
            case "nslots" -> draft.read(option, Integer::parseInt, n -> draft.shape().processes(n));
            case "cores-per-slot" -> draft.read(option, Integer::parseInt, n -> draft.shape().coresPerProcess(n));
            case "gpus-per-slot" -> draft.read(option, Integer::parseInt, n -> draft.shape().gpusPerProcess(n));
            case "exclusive" -> draft.exclusive(true);
            case "time-limit" -> draft.read(option, BatchReader::time, draft::duration);
            case "queue" -> draft.named(KeptName.QUEUE, option);
            case "bank" -> draft.named(KeptName.ACCOUNT, option);
            case "requires" -> draft.features(option);
            case "env" -> draft.variables(option, List.of(option.value()), Set.of());
            case "signal" -> signal(option, draft);
            case "output", "error", "unbuffered", "label-io" -> draft.stream(option);
            case "input" -> draft.risk(option, "standard input is empty; read the file in the script");
            case "cwd" -> draft.risk(option, "a task works in a directory of its own; stage what the script reads there");
            case "add-file" -> draft.leftOut(option, "name the file as an input");
            case "dependency" -> draft.leftOut(option, "name the task it waits for in dependsOn");
            case "begin-time", "urgency", "flags" -> draft.leftOut(option, "a task starts as soon as it can");
            case "quiet", "verbose", "dry-run", "setattr" -> draft.changed(option, "has no effect on the work");
            default -> draft.leftOut(option, "a task cannot say this");
        }
    }

    @Override
    public Map<String, Quantity> variables() {
        Map<String, Quantity> all = new LinkedHashMap<>();
        all.put("FLUX_ENCLOSING_ID", Quantity.JOB_ID);
        all.put("FLUX_JOB_ID", Quantity.JOB_ID);
        all.put("FLUX_JOB_CC", Quantity.ARRAY_INDEX);
        all.put("FLUX_JOB_NNODES", Quantity.NODES);
        all.put("FLUX_JOB_SIZE", Quantity.PROCESSES);
        all.put("FLUX_JOB_TMPDIR", Quantity.SCRATCH);
        return all;
    }

    @Override
    public Set<String> prefixes() {
        return Set.of("FLUX_");
    }

    @Override
    public Set<String> tools() {
        return Set.of("flux batch", "flux submit", "flux bulksubmit", "flux alloc", "flux jobs", "flux cancel",
                "flux resource", "flux queue", "flux job", "flux getattr", "flux proxy", "flux watch");
    }

    /** {@code USR1@5m}: SIGUSR1 and 60 seconds where not said. */
    private static void signal(Option option, Draft draft) {
        String[] parts = option.value().split("@", 2);
        String name = parts[0].isEmpty() ? "USR1" : parts[0].replaceFirst("^SIG", "");
        draft.read(new Option("signal", parts.length == 1 ? "60s" : parts[1].replaceFirst("\\d$", "$0s"), option.place()), BatchReader::time,
                before -> draft.checkpoint(name, before));
    }

    /** Flux's standard duration: minutes where a time limit has no unit. */
    private static Duration time(String value) {
        Matcher m = TIME.matcher(value);
        if (!m.matches()) {
            throw new IllegalArgumentException("a duration is written like 90m");
        }
        double seconds = Double.parseDouble(m.group(1)) * switch (m.group(2) == null ? "m" : m.group(2)) {
            case "ms" -> 0.001;
            case "s" -> 1;
            case "h" -> 3600;
            case "d" -> 86_400;
            default -> 60;
        };
        return Duration.ofSeconds((long) Math.ceil(seconds));
    }
}
