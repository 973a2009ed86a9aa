package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The application: a small program that looks at what it was given, and ends with 0 only where that is what was wanted. What
 * it looks at is what its scheduler tells a job, its variable, its arguments and its working directory.
 */
final class Application {
    /** With what shells like to read as their own. */
    static final String VARIABLE = "a b'c$d";
    static final List<String> ARGUMENTS = List.of("--size", "3 4", "it's", "$HOME");
    static final String PROGRAM = "solve";
    private static final String FAIL = "fail() { echo \"wanted $1, got $2\" >&2; exit 3; }\n";
    private static final String IS = "is() { [ \"$2\" = \"$3\" ] || fail \"$1 $2\" \"$3\"; }\n";

    private Application() {
    }

    /** A script that knows by which scheduler it runs. */
    static String script(Combination c) {
        Shape s = c.shape();
        return "#!/bin/bash\n" + FAIL + IS + common(VARIABLE) + """
                if [ -n "$SLURM_JOB_ID" ]; then
                  is nodes %d "$SLURM_JOB_NUM_NODES"
                  is processes %d "$SLURM_NTASKS"
                  is cores %d "$SLURM_CPUS_PER_TASK"
                  is memory %d "$SLURM_MEM_PER_NODE"
                %s else
                  is hosts %d "$NHOSTS"
                  is slots %d "$NSLOTS"
                fi
                """.formatted(s.nodes(), s.allProcesses(), s.cores(), c.memoryPerNode(), devices(c), s.nodes(),
                s.nodes() * s.coresPerNode()) + element(c, "DIAMOND_ARRAY_INDEX");
    }

    /** Slurm tells a job the devices of its own node. */
    private static String devices(Combination c) {
        return c.gpusPerNode() == 0 ? "" : "  is GPUs %d \"$(echo \"$CUDA_VISIBLE_DEVICES\" | tr , '\\n' | grep -c .)\"\n"
                .formatted(c.gpusPerNode());
    }

    /** @param variable what the request gave the job as DISPATCH */
    static String common(String variable) {
        return "is variable '" + variable.replace("'", "'\\''") + "' \"$DISPATCH\"\n"
                + "is directory work \"$(basename \"$PWD\")\"\nsleep 0.2\n";
    }

    static String element(Combination c, String variable) {
        return c.work() != Work.ARRAY ? "" : "case \"$%1$s\" in 1 | 2 | 3) ;; *) fail 'an element' \"$%1$s\" ;; esac%n"
                .formatted(variable);
    }

    static String checks() {
        return FAIL + IS;
    }

    /** A program of which each process leaves a file; it looks at its arguments. */
    static String program(String variable) {
        List<String> lines = new ArrayList<>(List.of("#!/bin/bash\n" + FAIL + IS + "is arguments " + ARGUMENTS.size()
                + " \"$#\"\n"));
        for (int i = 0; i < ARGUMENTS.size(); i++) {
            lines.add("is argument '%s' \"$%d\"\n".formatted(ARGUMENTS.get(i).replace("'", "'\\''"), i + 1));
        }
        lines.add(common(variable));
        lines.add("echo done > \"rank.$(hostname).$$\"\n");
        return String.join("", lines);
    }

    /** The program as an input, and its processes' files as outputs. */
    static Map<String, Object> staged(String variable) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("inputs", List.of(Map.of("content", program(variable), "to", PROGRAM, "executable", true)));
        more.put("outputs", List.of(Map.of("glob", "rank.*")));
        return more;
    }
}
