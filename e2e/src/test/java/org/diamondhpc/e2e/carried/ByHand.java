package org.diamondhpc.e2e.carried;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.diamondhpc.e2e.stage.Testbed;

/**
 * Somebody logged in at a cluster, who puts each script into a folder of its own and submits it there. Programs that a
 * site would have and the testbed does not lie in the person's home and are on the path by the profile; the MPI only where
 * Grid Engine gave several hosts.
 */
final class ByHand {
    private static final Pattern ANSWER = Pattern.compile("(?m)^(submitted|at-once) (\\S+) (.*)$");

    private final Testbed testbed;
    private final Ground ground;
    private final Path programs;

    ByHand(Testbed testbed, Ground ground, Path programs) {
        this.testbed = testbed;
        this.ground = ground;
        this.programs = programs;
    }

    /** What a submission answered: the job's id, or why it was refused; for an array how many run at once, where that is told. */
    record Answer(String said, String atOnce) {
        boolean accepted() {
            return said.matches("\\d+([.;].*)?");
        }

        String job() {
            return said.replaceFirst("\\D.*", "");
        }
    }

    /** All in one login; by folder. */
    Map<String, Answer> submit(Map<String, String> scripts) {
        StringBuilder session = new StringBuilder("cd && rm -rf carried && mkdir carried && cd carried\n");
        Stream.of("programs", "launchers").forEach(folder -> program(folder, session));
        session.append("cat >>~/.profile <<'CARRIED-END'\n[ \"${NHOSTS:-1}\" -le 1 ] || PATH=$HOME/carried/launchers:$PATH\n"
                + "PATH=$HOME/carried/programs:$PATH # carried\nCARRIED-END\nPATH=$HOME/carried/programs:$PATH\n");
        scripts.forEach((folder, script) -> session.append(file(folder + "/job.sh", script)).append("""
                id=$(cd %1$s && %2$s job.sh 2>&1 </dev/null | tr '\\n' ' ')
                echo "submitted %1$s $id"
                """.formatted(folder, ground.submit())).append(ground.submit().startsWith("qsub") ? """
                echo "at-once %1$s $(qstat -j "${id%%%%.*}" 2>/dev/null | sed -n 's/^maximum concurrency: *//p')"
                """.formatted(folder) : ""));
        String answers = testbed.run(session.toString(), "ssh", ground.site(), "bash", "-s");
        Map<String, Answer> all = new TreeMap<>();
        Matcher m = ANSWER.matcher(answers);
        while (m.find()) {
            String said = m.group(3).strip();
            all.merge(m.group(2), new Answer(said, null), (a, b) -> new Answer(a.said(), said));
        }
        return all;
    }

    private void program(String folder, StringBuilder session) {
        try (Stream<Path> files = Files.list(programs.resolve(folder))) {
            for (Path file : files.sorted().toList()) {
                session.append(file(folder + "/" + file.getFileName(), Files.readString(file)));
            }
            session.append("chmod +x ").append(folder).append("/*\n");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String file(String path, String text) {
        return "mkdir -p %s && cat >%s <<'CARRIED-END'\n%sCARRIED-END\n".formatted(path.replaceFirst("/.*", ""), path,
                text.endsWith("\n") ? text : text + "\n");
    }

    /** What the files in those folders hold, by {@code folder/file}. */
    Map<String, String> files() {
        String all = testbed.run("cd /home/*/carried && for f in */*.o[0-9]* */*.e[0-9]* */slurm-*.out; do "
                + "[ ! -e \"$f\" ] || { echo \"==== $f\"; cat \"$f\"; }; done\n", "enter", ground.site(), "sh", "-s");
        Map<String, String> files = new TreeMap<>();
        for (String part : all.split("(?m)^==== ")) {
            int end = part.indexOf('\n');
            if (end > 0) {
                files.put(part.substring(0, end), part.substring(end + 1));
            }
        }
        return files;
    }

    /** What the site prints to whoever logs in, also to a script that is a login shell's. */
    String greeting() {
        return testbed.run(":\n", "ssh", ground.site(), "bash", "-s");
    }

    void cleanUp() {
        testbed.run("cd && sed -i '/launchers:\\|# carried/d' .profile && rm -rf carried\n", "ssh", ground.site(), "bash", "-s");
    }
}
