package org.diamondhpc.site.scheduler.pbs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.site.scheduler.script.Draft;
import org.diamondhpc.site.scheduler.script.GnuOptions;
import org.diamondhpc.site.scheduler.script.Option;
import org.diamondhpc.site.scheduler.script.OptionGrammar;
import org.diamondhpc.site.scheduler.script.Quantity;
import org.diamondhpc.site.scheduler.script.ScriptReader;

/**
 * {@code #PBS} scripts, as qsub(1B) and pbs_resources(7B) of OpenPBS describe them, with Torque's {@code -t} and
 * {@code nodes=N:ppn=M}.
 */
final class QsubReader implements ScriptReader {
    @Override
    public String family() {
        return "pbs";
    }

    @Override
    public Set<String> commands() {
        return Set.of("qsub");
    }

    @Override
    public List<Directive> directives(List<String> lines) {
        return ScriptReader.leading(lines, "#PBS");
    }

    @Override
    public OptionGrammar grammar() {
        return GnuOptions.of("a=", "A=", "c=", "C=", "d=", "D=", "e=", "f", "h", "I", "i=", "j=", "J=", "k=", "l=", "m=",
                "M=", "N=", "o=", "p=", "P=", "q=", "r=", "R=", "S=", "t=", "u=", "v=", "V", "w=", "W=", "X", "z");
    }

    /** How chunks are placed decides what they mean, and may be said after them. */
    @Override
    public void apply(List<Option> options, Draft draft) {
        List<Option> resources = new ArrayList<>();
        for (Option option : options) {
            if (option.name().equals("l")) {
                split(option.value()).forEach(one -> resources.add(new Option("l", one, option.place())));
            } else {
                apply(option, draft);
            }
        }
        new QsubResources(draft).apply(resources);
    }

    @Override
    public void apply(Option option, Draft draft) {
        switch (option.name()) {
            case "N" -> draft.name(option.value());
            case "q" -> draft.named(KeptName.QUEUE, new Option("q", option.value().replaceFirst("@.*", ""), option.place()));
            case "A", "P" -> draft.named(KeptName.ACCOUNT, option);
            case "J", "t" -> draft.array(option);
            case "v" -> draft.variables(option, split(option.value()), Set.of());
            case "V" -> draft.leftOut(option, "the submitting shell's variables stay there; give those it needs as "
                    + "environment");
            case "o", "e", "j", "k" -> draft.stream(option);
            case "m", "M" -> draft.mail(option);
            case "r", "c" -> draft.changed(option, "Diamond sees to it that work runs once, and tries again as retries "
                    + "says");
            case "z", "f", "X" -> draft.changed(option, "has no effect on the work");
            case "S" -> draft.changed(option, "the script's first line names its shell");
            case "a", "h" -> draft.leftOut(option, "a task starts as soon as it can");
            case "I" -> draft.leftOut(option, "a task has no terminal");
            case "d", "D", "w" -> draft.risk(option, "a task works in a directory of its own; stage what the script reads "
                    + "there");
            case "W" -> attributes(option, draft);
            default -> draft.leftOut(option, "a task cannot say this");
        }
    }

    @Override
    public Map<String, Quantity> variables() {
        Map<String, Quantity> all = new LinkedHashMap<>();
        all.put("PBS_JOBID", Quantity.JOB_ID);
        all.put("PBS_ARRAY_ID", Quantity.JOB_ID);
        all.put("PBS_JOBNAME", Quantity.JOB_NAME);
        all.put("PBS_ARRAY_INDEX", Quantity.ARRAY_INDEX);
        all.put("PBS_ARRAYID", Quantity.ARRAY_INDEX);
        all.put("PBS_QUEUE", Quantity.QUEUE);
        all.put("PBS_O_WORKDIR", Quantity.SUBMIT_DIRECTORY);
        all.put("PBS_NODEFILE", Quantity.NODE_FILE);
        all.put("PBS_NP", Quantity.PROCESSES);
        all.put("PBS_NUM_PPN", Quantity.PROCESSES_PER_NODE);
        all.put("PBS_NUM_NODES", Quantity.NODES);
        all.put("PBS_JOBDIR", Quantity.SCRATCH);
        all.put("TMPDIR", Quantity.SCRATCH);
        all.put("NCPUS", Quantity.CORES_PER_PROCESS);
        all.put("OMP_NUM_THREADS", Quantity.CORES_PER_PROCESS);
        return all;
    }

    @Override
    public Set<String> prefixes() {
        return Set.of("PBS_");
    }

    @Override
    public Set<String> tools() {
        return Set.of("qsub", "qstat", "qdel", "qalter", "qhold", "qrls", "pbsdsh", "pbsnodes", "pbs_attach", "tracejob");
    }

    private static void attributes(Option option, Draft draft) {
        for (String one : option.value().split(",(?=[a-z_]+=)")) {
            Option part = new Option("W", one, option.place());
            switch (one.replaceFirst("=.*", "")) {
                case "depend" -> draft.leftOut(part, "name the task it waits for in dependsOn");
                case "stagein" -> draft.leftOut(part, "name the files as inputs");
                case "stageout" -> draft.leftOut(part, "name the files as outputs");
                case "umask", "block", "sandbox", "x" -> draft.changed(part, "has no effect on the work");
                default -> draft.leftOut(part, "a task cannot say this");
            }
        }
    }

    /** At commas outside of quotes. */
    private static List<String> split(String text) {
        return List.of(text.split(",(?=(?:[^\"']*[\"'][^\"']*[\"'])*[^\"']*$)"));
    }

    /** {@code 1:30:00}, {@code 30:00}, {@code 3600} or Torque's {@code 1:00:00:00}. */
    static Duration time(String value) {
        long seconds = 0;
        String[] parts = value.replaceFirst("\\..*", "").split(":");
        for (int i = 0; i < parts.length; i++) {
            int unit = parts.length - i == 3 && parts.length == 4 ? 24 : 60;
            seconds = seconds * (i == 0 ? 1 : unit) + Long.parseLong(parts[i]);
        }
        return Duration.ofSeconds(seconds);
    }
}
