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
    private static final String HOSTS = Program.of(Prelude.class, "hosts.sh");

    private final ScriptReader own;
    private final List<ScriptReader> all;
    private final TaskSpec spec;
    private final Known known;
    private final Draft draft;
    private final StringBuilder lines = new StringBuilder();

    Prelude(ScriptReader own, List<ScriptReader> all, TaskSpec spec, Draft draft) {
        this.own = own;
        this.all = all;
        this.spec = spec;
        this.known = new Known(spec, draft.shape().processes());
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
        if (body.shell() && variables.keySet().stream().anyMatch(name -> quantity(name).ofNodes())) {
            lines.append(HOSTS);
        }
        variables.forEach((name, line) -> variable(name, "line " + line, body.shell()));
        body.tools(own).forEach((tool, line) -> draft.note(ScriptNote.Kind.RISK, "line " + line,
                tool + " asks the scheduler it was written for; elsewhere there is none"));
        if (lines.isEmpty()) {
            return script;
        }
        int end = script.startsWith("#!") ? script.indexOf('\n') + 1 : 0;
        return script.substring(0, end) + BEGIN + own.family() + ".\n" + lines + END + "\n" + script.substring(end);
    }

    private Quantity quantity(String variable) {
        return own.variables().getOrDefault(variable, Quantity.OWN);
    }

    private void variable(String name, String place, boolean shell) {
        Quantity quantity = quantity(name);
        if (quantity == Quantity.OWN) {
            draft.note(ScriptNote.Kind.RISK, place, name + " is set by its own scheduler only");
        } else if (!shell) {
            draft.note(ScriptNote.Kind.RISK, place, name + " may not be set elsewhere, and nothing can be put before a "
                    + "script that is not the shell's");
        } else if (quantity == Quantity.SUBMIT_DIRECTORY) {
            lines.append("[ -z \"${DIAMOND_ATTEMPT_DIR:-}\" ] || %1$s=$PWD; export %1$s=\"${%1$s:-%2$s}\"\n"
                    .formatted(name, chain(name, quantity)));
        } else if (quantity.ofNodes()) {
            nodes(name, quantity, place);
        } else if (quantity.ofArrays() && spec.array() == null) {
            // Scripts ask for it to know whether they are an array's element; another scheduler may set what says so.
            if (own.outsideArrays() != null) {
                lines.append("export %s=%s\n".formatted(name, own.outsideArrays()));
            }
        } else {
            String value = known.of(quantity);
            if (quantity == Quantity.PROCESSES && draft.shape().folded()) {
                // The site would count the one process that holds the GPUs.
                lines.append("export %s=%s\n".formatted(name, value));
            } else {
                export(name, value == null ? chain(name, quantity) : value);
            }
            if (quantity == Quantity.SCRATCH) {
                // Slurm sets TMPDIR to a directory that all share; scripts empty what they take for their job's own.
                lines.append("case $%1$s in /tmp | /tmp/ | /var/tmp | /var/tmp/) %1$s=$(mktemp -d) ;; esac\n".formatted(name));
            }
        }
    }

    private void export(String name, String value) {
        lines.append("export %1$s=\"${%1$s:-%2$s}\"\n".formatted(name, value));
    }

    private void nodes(String name, Quantity quantity, String place) {
        Resources r = spec.resources();
        String each = "printf '%s\\n' \"$d_hosts\" | awk '{ for (i = 0; i < " + r.processesPerNode() + "; i++) print }'";
        switch (quantity) {
            case NODE_FILE -> file(name, each);
            case SLOT_FILE -> file(name, "printf '%s\\n' \"$d_hosts\" | awk '{ print $1, " + r.coresPerNode()
                    + ", \"default\", \"UNDEFINED\" }'");
            case NODE_OF_EACH_PROCESS -> export(name, "$(" + each + " | paste -sd ' ' -)");
            default -> export(name, "$(printf '%s\\n' \"$d_hosts\" | paste -sd , -)");
        }
        if (r.nodes() > 1) {
            draft.note(ScriptNote.Kind.CHANGED, place, name + " is made of what the scheduler there tells of the job's nodes");
        }
    }

    private void file(String name, String made) {
        lines.append("""
                if [ -z "${%1$s:-}" ]; then
                  %1$s=$(mktemp) && export %1$s
                  %2$s >"$%1$s"
                fi
                """.formatted(name, made));
    }

    /** What any family would set, and what is good enough where none does. */
    private String chain(String name, Quantity quantity) {
        List<String> names = new ArrayList<>();
        if (quantity.neutral() != null && !quantity.neutral().equals(name)) {
            names.add(quantity.neutral());
        }
        for (ScriptReader reader : all) {
            reader.variables().entrySet().stream().filter(e -> e.getValue() == quantity).map(Map.Entry::getKey)
                    .findFirst().filter(n -> !names.contains(n) && !n.equals(name)).ifPresent(names::add);
        }
        StringBuilder chain = new StringBuilder(switch (quantity) {
            case JOB_ID -> "$$";
            case SUBMIT_DIRECTORY -> "$PWD";
            case NODE_NAME -> "$(hostname)";
            case SCRATCH -> "$(mktemp -d)";
            default -> "";
        });
        for (int i = names.size() - 1; i >= 0; i--) {
            chain.insert(0, "${" + names.get(i) + ":-").append('}');
        }
        return chain.toString();
    }

    private void launchers(Map<Launcher, List<Integer>> used) {
        if (used.isEmpty()) {
            return;
        }
        lines.append("d_processes=").append(known.of(Quantity.PROCESSES)).append(" d_nodes=")
                .append(spec.resources().nodes()).append('\n').append(LAUNCH);
        used.forEach((launcher, at) -> {
            lines.append(launcher.function());
            at.forEach(line -> launched(launcher, line));
        });
    }

    private void launched(Launcher launcher, int line) {
        if (line < 0) {
            draft.note(ScriptNote.Kind.RISK, "line " + -line, launcher.command() + " is started by another program "
                    + "there, which finds it only where there is that command; as a command of its own it would run anywhere");
        } else {
            draft.note(ScriptNote.Kind.CHANGED, "line " + line, launcher.command() + " starts its processes by what the "
                    + "site has; of its options the number of processes counts there");
        }
    }
}
