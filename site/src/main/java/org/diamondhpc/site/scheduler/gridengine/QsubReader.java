package org.diamondhpc.site.scheduler.gridengine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.site.scheduler.script.Draft;
import org.diamondhpc.site.scheduler.script.Option;
import org.diamondhpc.site.scheduler.script.OptionGrammar;
import org.diamondhpc.site.scheduler.script.Quantity;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.scheduler.script.WordOptions;

/** {@code #$} scripts, as submit(1) and complex(5) of Grid Engine 8 describe them. */
final class QsubReader implements ScriptReader {
    private static final Pattern SHARED = Pattern.compile("(?i).*(smp|thread|openmp|omp|shm|shared|make|serial).*");
    private static final Pattern MEMORY = Pattern.compile("(\\d+(?:\\.\\d+)?)([KkMmGgTt]?)");
    private static final String UNITS = "KMGT";
    private static final Duration WARNING = Duration.ofSeconds(60);

    @Override
    public String family() {
        return "gridengine";
    }

    @Override
    public Set<String> commands() {
        return Set.of("qsub");
    }

    /** Grid Engine reads the whole script. */
    @Override
    public List<Directive> directives(List<String> lines) {
        return ScriptReader.anywhere(lines, "#$");
    }

    @Override
    public OptionGrammar grammar() {
        return WordOptions.of("a=", "A=", "ac=", "ar=", "b=", "binding=", "c=", "C=", "ckpt=", "clear", "cwd", "dc=",
                "display=", "dl=", "e=", "h", "hard", "hold_jid=", "hold_jid_ad=", "i=", "j=", "js=", "jsv=", "l=", "m=",
                "M=", "masterq=", "mc=", "N=", "notify", "now=", "o=", "ot=", "p=", "P=", "pe==", "pty=", "q=", "r=",
                "R=", "S=", "sc=", "shell=", "si=", "soft", "sync=", "t=", "tc=", "terse", "u=", "v=", "V", "verify",
                "w=", "wd=");
    }

    /** The soft limit is told by its distance from the hard one. */
    @Override
    public void apply(List<Option> options, Draft draft) {
        List<Option> limits = new ArrayList<>();
        boolean soft = false;
        for (Option option : options) {
            if (option.name().equals("soft") || option.name().equals("hard")) {
                soft = option.name().equals("soft");
            } else if (option.name().equals("l") && soft) {
                draft.leftOut(option, "a wish that need not be fulfilled cannot be said");
            } else if (option.name().equals("l")) {
                for (String one : option.value().split(",")) {
                    limits.add(new Option("l", one.strip(), option.place()));
                }
            } else {
                apply(option, draft);
            }
        }
        limits.forEach(limit -> resource(limit, draft));
        softLimit(limits, draft);
    }

    @Override
    public void apply(Option option, Draft draft) {
        switch (option.name()) {
            case "N" -> draft.name(option.value());
            case "pe" -> environment(option, draft);
            case "q", "masterq" -> draft.named(KeptName.QUEUE, new Option(option.name(),
                    option.value().replaceFirst("@.*", ""), option.place()));
            case "P" -> draft.named(KeptName.ACCOUNT, option);
            case "ar" -> draft.named(KeptName.RESERVATION, option);
            case "t" -> draft.array(option);
            case "tc" -> draft.read(option, Integer::parseInt, draft::arrayAtOnce);
            case "v" -> draft.variables(option, List.of(option.value().split(",")), Set.of());
            case "V" -> draft.leftOut(option, "the submitting shell's variables stay there; give those it needs as "
                    + "environment");
            case "o", "e", "j" -> draft.stream(option);
            case "m", "M" -> draft.mail(option);
            case "notify" -> draft.checkpoint("USR2", WARNING);
            case "cwd" -> draft.changed(option, "the script starts where it is submitted, a task's in a directory of its own");
            case "wd" -> draft.risk(option, "a task works in a directory of its own; stage what the script reads "
                    + "there");
            case "i", "si" -> draft.risk(option, "standard input is empty; read the file in the script");
            case "hold_jid", "hold_jid_ad" -> draft.leftOut(option, "name the task it waits for in dependsOn");
            case "a", "h", "dl", "now" -> draft.leftOut(option, "a task starts as soon as it can");
            case "S", "shell" -> draft.changed(option, "the script's first line names its shell");
            case "r", "ckpt", "c" -> draft.changed(option, "Diamond sees to it that work runs once, and tries again as "
                    + "retries says");
            case "R", "terse", "sync", "w", "ac", "dc", "sc", "A", "clear", "verify", "jsv", "js", "mc", "ot", "pty" ->
                    draft.changed(option, "has no effect on the work");
            default -> draft.leftOut(option, "a task cannot say this");
        }
    }

    @Override
    public Map<String, Quantity> variables() {
        Map<String, Quantity> all = new LinkedHashMap<>();
        all.put("JOB_ID", Quantity.JOB_ID);
        all.put("JOB_NAME", Quantity.JOB_NAME);
        all.put("SGE_TASK_ID", Quantity.ARRAY_INDEX);
        all.put("SGE_TASK_FIRST", Quantity.ARRAY_FIRST);
        all.put("SGE_TASK_LAST", Quantity.ARRAY_LAST);
        all.put("SGE_TASK_STEPSIZE", Quantity.ARRAY_STEP);
        all.put("QUEUE", Quantity.QUEUE);
        all.put("SGE_O_WORKDIR", Quantity.SUBMIT_DIRECTORY);
        all.put("NSLOTS", Quantity.CORES);
        all.put("NHOSTS", Quantity.NODES);
        all.put("PE_HOSTFILE", Quantity.SLOT_FILE);
        all.put("TMPDIR", Quantity.SCRATCH);
        return all;
    }

    @Override
    public String outsideArrays() {
        return "undefined";
    }

    @Override
    public Set<String> prefixes() {
        return Set.of("SGE_");
    }

    @Override
    public Set<String> tools() {
        return Set.of("qsub", "qstat", "qdel", "qalter", "qhold", "qrls", "qrsh", "qacct", "qhost", "qconf");
    }

    /** {@code smp 8}, {@code mpi 16}, {@code orte 8-32}: a site gives its environments names of its own. */
    private static void environment(Option option, Draft draft) {
        String[] words = option.value().split(" ");
        String slots = words[1].replaceFirst("^(\\d+)?-", "").replaceFirst(",.*", "");
        String least = words[1].replaceFirst("-.*", "");
        draft.read(new Option("pe", slots.isEmpty() ? least : slots, option.place()), Integer::parseInt, n -> {
            if (SHARED.matcher(words[0]).matches()) {
                draft.shape().nodes(1);
                draft.shape().coresPerProcess(n);
            } else {
                draft.shape().processes(n);
                draft.risk(option, "%d processes are asked for; how the environment spreads them is its site's secret"
                        .formatted(n));
            }
        });
        if (!words[1].matches("\\d+")) {
            draft.changed(option, "a fixed number is asked for, the most of the range");
        }
    }

    private static void resource(Option option, Draft draft) {
        int eq = option.value().indexOf('=');
        Option named = new Option(eq < 0 ? option.value() : option.value().substring(0, eq),
                eq < 0 ? "1" : option.value().substring(eq + 1), option.place());
        switch (named.name().toLowerCase(Locale.ROOT)) {
            case "h_rt" -> draft.read(named, QsubReader::time, draft::duration);
            case "s_rt" -> { }
            case "h_vmem", "mem_free", "virtual_free", "vf", "mem", "h_rss", "mem_requested", "m_mem_free" ->
                    draft.read(named, QsubReader::memory, b -> draft.shape().memoryPerCore(b));
            case "gpu", "gpus", "ngpus", "cuda" -> draft.read(named, Integer::parseInt, n -> draft.shape().gpusPerNode(n));
            case "gpu_type", "gputype", "cuda_name" -> draft.shape().gpuType(named.value());
            case "exclusive", "excl" -> draft.exclusive(named.value().matches("(?i)true|1"));
            case "arch", "a" -> architecture(named, draft);
            case "qname", "q" -> draft.named(KeptName.QUEUE, named);
            default -> other(named, draft);
        }
    }

    /** A complex of its site's own; one that is true or not is a feature of nodes. */
    private static void other(Option option, Draft draft) {
        if (option.value().equalsIgnoreCase("true")) {
            draft.features(new Option(option.name(), option.name(), option.place()));
        } else {
            draft.leftOut(option, "means something at its own site only");
        }
    }

    private static void architecture(Option option, Draft draft) {
        switch (option.value()) {
            case "lx-amd64", "lx24-amd64", "lx26-amd64" -> draft.architecture("x86_64");
            case "lx-arm64", "ulx-arm64" -> draft.architecture("aarch64");
            default -> draft.leftOut(option, "this architecture's name is not known");
        }
    }

    /** At the soft limit the job gets USR1. */
    private static void softLimit(List<Option> limits, Draft draft) {
        String hard = last(limits, "h_rt=");
        String soft = last(limits, "s_rt=");
        if (soft == null) {
            return;
        }
        Option option = new Option("s_rt", soft, "script");
        draft.read(option, QsubReader::time, s -> {
            if (hard == null) {
                draft.duration(s);
                draft.changed(option, "is the time limit, for there is no other");
            } else if (time(hard).compareTo(s) > 0) {
                draft.checkpoint("USR1", time(hard).minus(s));
            }
        });
    }

    private static String last(List<Option> limits, String name) {
        return limits.stream().map(Option::value).filter(v -> v.startsWith(name)).reduce((a, b) -> b)
                .map(v -> v.substring(name.length())).orElse(null);
    }

    /** {@code 1:30:00} with any part left empty, or seconds. */
    private static Duration time(String value) {
        long seconds = 0;
        for (String part : value.split(":", -1)) {
            seconds = seconds * 60 + (part.isEmpty() ? 0 : Long.parseLong(part));
        }
        return Duration.ofSeconds(seconds);
    }

    /** Of one slot; capital units are powers of 1024, small ones of 1000. */
    private static long memory(String value) {
        Matcher m = MEMORY.matcher(value);
        if (!m.matches()) {
            throw new IllegalArgumentException("an amount of memory is written like 4G");
        }
        String unit = m.group(2);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit.toUpperCase(Locale.ROOT)) + 1;
        return (long) (Double.parseDouble(m.group(1)) * Math.pow(unit.equals(unit.toUpperCase(Locale.ROOT)) ? 1024 : 1000,
                power));
    }
}
