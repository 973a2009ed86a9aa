package org.diamondhpc.site.scheduler.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.site.scheduler.text.Program;

/**
 * The lines put before a shell script so that it finds the variables and launchers of the scheduler it was written for,
 * wherever it runs. What a site sets itself stays as it is.
 */
final class Prelude {
    static final String BEGIN = "# What the script expects of its scheduler; carried from ";
    static final String END = "# ----";
    private static final String LAUNCH = Program.of(Prelude.class, "launch.sh");

    private final ScriptReader own;
    private final List<ScriptReader> all;
    private final TaskSpec spec;
    private final Integer processes;
    private final Draft draft;
    private final StringBuilder lines = new StringBuilder();

    Prelude(ScriptReader own, List<ScriptReader> all, TaskSpec spec, Draft draft) {
        this.own = own;
        this.all = all;
        this.spec = spec;
        this.processes = draft.shape().processes();
        this.draft = draft;
    }

    /** The script with what it needs after its first line. */
    String put(String script, Body body) {
        Set<String> settled = body.settled();
        if (body.shell()) { // before the variables, which would make any site look like its own
            Map<Launcher, List<Integer>> used = body.launchers();
            used.keySet().removeIf(launcher -> settled.contains(launcher.word()));
            launchers(used);
        }
        Map<String, Integer> variables = body.variables(own);
        variables.keySet().removeAll(settled);
        variables.forEach((name, line) -> variable(name, "line " + line, body.shell()));
        body.tools(own).forEach((tool, line) -> draft.note(ScriptNote.Kind.RISK, "line " + line,
                tool + " asks the scheduler it was written for; elsewhere there is none"));
        if (lines.isEmpty()) {
            return script;
        }
        int end = script.startsWith("#!") ? script.indexOf('\n') + 1 : 0;
        return script.substring(0, end) + BEGIN + own.family() + ".\n" + lines + END + "\n" + script.substring(end);
    }

    private void variable(String name, String place, boolean shell) {
        Quantity quantity = own.variables().getOrDefault(name, Quantity.OWN);
        if (quantity == Quantity.OWN) {
            draft.note(ScriptNote.Kind.RISK, place, name + " is set by its own scheduler only");
        } else if (!shell) {
            draft.note(ScriptNote.Kind.RISK, place, name + " may not be set elsewhere, and nothing can be put before a "
                    + "script that is not the shell's");
        } else if (quantity == Quantity.SUBMIT_DIRECTORY) {
            lines.append("%1$s=${DIAMOND_ATTEMPT_DIR:+$PWD}; export %1$s=\"${%1$s:-%2$s}\"\n"
                    .formatted(name, chain(name, quantity)));
        } else if (quantity == Quantity.NODE_FILE) {
            nodeFile(name, place);
        } else if (quantity == Quantity.NODE_LIST) {
            severalNodes(name, place);
            export(name, chain(name, quantity));
        } else {
            String known = known(quantity);
            if (quantity == Quantity.PROCESSES && draft.shape().folded()) {
                // The site would count the one process that holds the GPUs.
                lines.append("export %s=%s\n".formatted(name, known));
            } else {
                export(name, known == null ? chain(name, quantity) : known);
            }
        }
    }

    private void export(String name, String value) {
        lines.append("export %1$s=\"${%1$s:-%2$s}\"\n".formatted(name, value));
    }

    private void nodeFile(String name, String place) {
        severalNodes(name, place);
        Resources r = spec.resources();
        lines.append("""
                if [ -z "${%1$s:-}" ]; then
                  %1$s=$(mktemp) && export %1$s
                  d_n=%2$d
                  while [ "$d_n" -gt 0 ]; do hostname; d_n=$((d_n - 1)); done >"$%1$s"
                fi
                """.formatted(name, r.processesPerNode()));
    }

    private void severalNodes(String name, String place) {
        if (spec.resources().nodes() > 1) {
            draft.note(ScriptNote.Kind.RISK, place, name + " names all nodes at its own scheduler; elsewhere it may name "
                    + "the first only, or have another form");
        }
    }

    /** What any family would set, and what is good enough where none does. */
    private String chain(String name, Quantity quantity) {
        List<String> names = new ArrayList<>();
        if (quantity.neutral() != null) {
            names.add(quantity.neutral());
        }
        for (ScriptReader reader : all) {
            reader.variables().entrySet().stream().filter(e -> e.getValue() == quantity).map(Map.Entry::getKey)
                    .findFirst().filter(n -> !names.contains(n) && !n.equals(name)).ifPresent(names::add);
        }
        StringBuilder chain = new StringBuilder(switch (quantity) {
            case JOB_ID -> "$$";
            case SUBMIT_DIRECTORY -> "$PWD";
            case NODE_LIST -> "$(hostname)";
            case SCRATCH -> "/tmp";
            default -> "";
        });
        for (int i = names.size() - 1; i >= 0; i--) {
            chain.insert(0, "${" + names.get(i) + ":-").append('}');
        }
        return chain.toString();
    }

    /** What the task itself says; null where only the scheduler knows. */
    private String known(Quantity quantity) {
        Resources r = spec.resources();
        List<Integer> indices = spec.array() == null ? List.of() : spec.array().expanded();
        return switch (quantity) {
            case JOB_NAME -> spec.name() == null ? "job" : inQuotes(spec.name());
            case ARRAY_FIRST -> indices.isEmpty() ? null : String.valueOf(indices.get(0));
            case ARRAY_LAST -> indices.isEmpty() ? null : String.valueOf(indices.get(indices.size() - 1));
            case ARRAY_STEP -> indices.size() < 2 ? "1" : String.valueOf(indices.get(1) - indices.get(0));
            case ARRAY_SIZE -> indices.isEmpty() ? null : String.valueOf(indices.size());
            case PROCESSES -> String.valueOf(processes == null ? r.totalProcesses() : processes);
            case PROCESSES_PER_NODE -> String.valueOf(r.processesPerNode());
            case CORES_PER_PROCESS -> String.valueOf(r.coresPerProcess());
            case CORES_PER_NODE -> String.valueOf(r.coresPerNode());
            case CORES -> String.valueOf(r.totalCores());
            case NODES -> String.valueOf(r.nodes());
            case MEMORY_PER_NODE_MIB -> r.memory() == null ? null : String.valueOf(r.memory().mebibytes());
            case JOB_ID, ARRAY_INDEX, QUEUE, SUBMIT_DIRECTORY, NODE_FILE, NODE_LIST, SCRATCH, OWN -> null;
        };
    }

    /** A name as it may stand between double quotes. */
    private static String inQuotes(String name) {
        return name.replaceAll("[\\\\\"$`\\p{Cntrl}}]", "_");
    }

    private void launchers(Map<Launcher, List<Integer>> used) {
        if (used.isEmpty()) {
            return;
        }
        lines.append("d_processes=").append(known(Quantity.PROCESSES)).append(" d_nodes=")
                .append(spec.resources().nodes()).append('\n').append(LAUNCH);
        used.forEach((launcher, at) -> {
            lines.append(launcher.function());
            at.forEach(line -> launched(launcher, line));
        });
    }

    private void launched(Launcher launcher, int line) {
        if (line < 0) {
            draft.note(ScriptNote.Kind.RISK, "line " + -line, "exec " + launcher.command()
                    + " runs only where there is that command; without exec it would run anywhere");
        } else {
            draft.note(ScriptNote.Kind.CHANGED, "line " + line, launcher.command() + " starts its processes by what the "
                    + "site has; of its options the number of processes counts there");
        }
    }
}
