package org.diamondhpc.site.scheduler.lsf;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.site.scheduler.script.Draft;
import org.diamondhpc.site.scheduler.script.Option;
import org.diamondhpc.site.scheduler.script.OptionGrammar;
import org.diamondhpc.site.scheduler.script.Quantity;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.scheduler.script.WordOptions;

/** {@code #BSUB} scripts, as the reference of bsub in LSF 10.1 describes them. */
final class BsubReader implements ScriptReader {
    private static final Pattern NAME = Pattern.compile("([^\\[]*)\\[([^]]*)](?:%(\\d+))?");
    private static final Pattern MEMORY = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([KMGT]?)B?", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "KMGT";

    @Override
    public String family() {
        return "lsf";
    }

    @Override
    public Set<String> commands() {
        return Set.of("bsub");
    }

    @Override
    public List<Directive> directives(List<String> lines) {
        return ScriptReader.anywhere(lines, "#BSUB");
    }

    @Override
    public OptionGrammar grammar() {
        return WordOptions.of("a=", "alloc_flags=", "app=", "ar", "B", "b=", "C=", "c=", "clusters=", "cn_cu=",
                "cn_mem=", "core_isolation=", "csm=", "cwd=", "D=", "data=", "E=", "e=", "env=", "eo=", "Ep=", "eptl=",
                "eptlr", "ext=", "F=", "f=", "fwd", "G=", "g=", "gpu=", "H", "hl", "hostfile=", "I", "i=", "Ip", "Is",
                "is=", "J=", "Jd=", "jsm=", "K", "k=", "L=", "Lp=", "M=", "m=", "mig=", "N", "n=", "Ne", "nnodes=",
                "notify=", "o=", "oo=", "outdir=", "P=", "p=", "pack=", "ptl=", "Q=", "q=", "R=", "r", "rcacct=", "rn",
                "rnc=", "S=", "s=", "sla=", "smt=", "sp=", "stage=", "step_cgroup=", "t=", "T=", "ti", "tty", "U=", "u=",
                "ul", "v=", "W=", "w=", "wa=", "We=", "wt=", "x", "XF", "Zs");
    }

    @Override
    public void apply(List<Option> options, Draft draft) {
        // What is reserved is what is asked for; a limit of each process tells only where nothing is.
        Stream.concat(options.stream().filter(o -> o.name().equals("M")), options.stream().filter(o -> !o.name().equals("M")))
                .forEach(option -> apply(option, draft));
        warning(options, draft);
    }

    @Override
    public void apply(Option option, Draft draft) {
        switch (option.name()) {
            case "J" -> name(option, draft);
            case "n" -> slots(option, draft);
            case "nnodes" -> draft.read(option, Integer::parseInt, n -> draft.shape().nodes(n));
            case "W" -> draft.read(option, BsubReader::time, draft::duration);
            case "M" -> draft.read(option, BsubReader::memory, b -> draft.shape().memoryPerProcess(b));
            case "R" -> new BsubRequirements(option, draft).apply();
            case "gpu" -> gpus(option, draft);
            case "x" -> draft.exclusive(true);
            case "q" -> draft.named(KeptName.QUEUE, option);
            case "P" -> draft.named(KeptName.ACCOUNT, option);
            case "U" -> draft.named(KeptName.RESERVATION, option);
            case "env" -> draft.variables(option, List.of(option.value().split(",\\s*")), Set.of("all", "none"));
            case "o", "e", "oo", "eo", "outdir" -> draft.stream(option);
            case "u", "N", "B", "Ne", "notify" -> draft.mail(option);
            case "cwd" -> draft.risk(option, "a task works in a directory of its own; stage what the script reads there");
            case "i", "is" -> draft.risk(option, "standard input is empty; read the file in the script");
            case "f", "data", "stage" -> draft.leftOut(option, "name the files as inputs and outputs");
            case "w", "ti" -> draft.leftOut(option, "name the task it waits for in dependsOn");
            case "b", "t", "H", "T" -> draft.leftOut(option, "a task starts as soon as it can");
            case "I", "Ip", "Is", "tty" -> draft.leftOut(option, "a task has no terminal");
            case "r", "rn", "k" -> draft.changed(option, "Diamond sees to it that work runs once, and tries again as "
                    + "retries says");
            case "L" -> draft.changed(option, "the script's first line names its shell");
            case "K", "We", "Jd", "Q", "g" -> draft.changed(option, "has no effect on the work");
            case "wa", "wt" -> { }
            default -> draft.leftOut(option, "a task cannot say this");
        }
    }

    @Override
    public Map<String, Quantity> variables() {
        Map<String, Quantity> all = new LinkedHashMap<>();
        all.put("LSB_JOBID", Quantity.JOB_ID);
        all.put("LSB_BATCH_JID", Quantity.JOB_ID);
        all.put("LSB_JOBNAME", Quantity.JOB_NAME);
        all.put("LSB_JOBINDEX", Quantity.ARRAY_INDEX);
        all.put("LSB_JOBINDEX_END", Quantity.ARRAY_LAST);
        all.put("LSB_JOBINDEX_STEP", Quantity.ARRAY_STEP);
        all.put("LSB_QUEUE", Quantity.QUEUE);
        all.put("LS_SUBCWD", Quantity.SUBMIT_DIRECTORY);
        all.put("LSB_DJOB_NUMPROC", Quantity.PROCESSES);
        all.put("LSB_MAX_NUM_PROCESSORS", Quantity.PROCESSES);
        all.put("LSB_DJOB_HOSTFILE", Quantity.NODE_FILE);
        all.put("LSB_HOSTS", Quantity.NODE_OF_EACH_PROCESS);
        return all;
    }

    @Override
    public String outsideArrays() {
        return "0";
    }

    @Override
    public Set<String> prefixes() {
        return Set.of("LSB_", "LS_", "LSF_");
    }

    @Override
    public Set<String> tools() {
        return Set.of("bsub", "bjobs", "bkill", "bmod", "bstop", "bresume", "bhist", "bacct", "bhosts", "bqueues", "blaunch",
                "lsrun");
    }

    /** {@code align[1-100:2]%5}. */
    private static void name(Option option, Draft draft) {
        Matcher m = NAME.matcher(option.value());
        if (!m.matches()) {
            draft.name(option.value());
            return;
        }
        draft.name(m.group(1));
        draft.array(new Option("J", m.group(2) + (m.group(3) == null ? "" : "%" + m.group(3)), option.place()));
    }

    private static void slots(Option option, Draft draft) {
        String[] range = option.value().split(",");
        draft.read(new Option("n", range[range.length - 1], option.place()), v -> Integer.parseInt(v.strip()),
                n -> draft.shape().processes(n));
        if (range.length > 1) {
            draft.changed(option, "a fixed number is asked for, the most of the range");
        }
    }

    /** {@code num=2:mode=exclusive_process:gmodel=NVIDIAA100}: of each host, or {@code num=1/task}. */
    private static void gpus(Option option, Draft draft) {
        for (String one : option.value().split(":")) {
            Option part = new Option("gpu", one, option.place());
            if (one.matches("num=\\d+(/host)?")) {
                draft.shape().gpusPerNode(Integer.parseInt(one.replaceAll("\\D", "")));
            } else if (one.matches("num=\\d+/task")) {
                draft.shape().gpusPerProcess(Integer.parseInt(one.replaceAll("\\D", "")));
            } else if (one.startsWith("gmodel=")) {
                draft.shape().gpuType(one.substring("gmodel=".length()));
            } else if (!one.equals("-") && !one.startsWith("mode=") && !one.startsWith("j_exclusive=")) {
                draft.leftOut(part, "a task cannot say this");
            }
        }
    }

    private static void warning(List<Option> options, Draft draft) {
        String signal = value(options, "wa");
        String before = value(options, "wt");
        if (signal == null || before == null) {
            return;
        }
        Option option = new Option("wa", signal, "script");
        if (signal.matches("(SIG)?[A-Z]+[12]?") && !signal.equals("CHKPNT")) {
            draft.read(new Option("wt", before, "script"), BsubReader::time,
                    b -> draft.checkpoint(signal.replaceFirst("^SIG", ""), b));
        } else {
            draft.leftOut(option, "before the limit a signal can be sent, no more");
        }
    }

    private static String value(List<Option> options, String name) {
        return options.stream().filter(o -> o.name().equals(name)).map(Option::value).reduce((a, b) -> b).orElse(null);
    }

    /** {@code 90} minutes or {@code 1:30} hours; a host behind a slash only scales it. */
    private static Duration time(String value) {
        String[] parts = value.replaceFirst("/.*", "").split(":");
        return parts.length == 1 ? Duration.ofMinutes(Long.parseLong(parts[0]))
                : Duration.ofHours(Long.parseLong(parts[0])).plusMinutes(Long.parseLong(parts[1]));
    }

    /** Without a unit MB, the value most sites set as LSF_UNIT_FOR_LIMITS. */
    static long memory(String value) {
        Matcher m = MEMORY.matcher(value.strip());
        if (!m.matches()) {
            throw new IllegalArgumentException("an amount of memory is written like 4GB");
        }
        int power = m.group(2).isEmpty() ? 2 : UNITS.indexOf(Character.toUpperCase(m.group(2).charAt(0))) + 1;
        return (long) (Double.parseDouble(m.group(1)) * (1L << (10 * power)));
    }
}
