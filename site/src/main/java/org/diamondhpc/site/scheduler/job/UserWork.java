package org.diamondhpc.site.scheduler.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.session.ShellWord;

/** The user's program or script as files, with every word of theirs as data. */
final class UserWork {
    /** The user's script where a container starts it. */
    static final String INNER_SCRIPT = "script";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,254}");

    private final TaskSpec spec;
    private final AttemptLayout layout;
    private final SiteProfile profile;
    private final List<String> reserved;
    private final Violations violations;

    /** @param reserved beginnings of variables' names that no task may set */
    UserWork(TaskSpec spec, AttemptLayout layout, SiteProfile profile, List<String> reserved, Violations violations) {
        this.spec = spec;
        this.layout = layout;
        this.profile = profile;
        this.reserved = reserved;
        this.violations = violations;
    }

    /** {@code run.sh}, and the script beside it where a container stands between. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        List<String> container = container();
        if (spec.script() == null) {
            files.put(AttemptLayout.USER_SCRIPT, program(container));
        } else if (container.isEmpty()) {
            files.put(AttemptLayout.USER_SCRIPT, script());
        } else {
            files.put(INNER_SCRIPT, script());
            container.add(layout.path(INNER_SCRIPT));
            container.addAll(arguments());
            files.put(AttemptLayout.USER_SCRIPT, "#!/bin/sh\nexec " + words(container) + "\n");
        }
        return files;
    }

    /** {@code export} lines; a name the shell cannot hold is refused, never dropped. */
    String environment() {
        StringBuilder lines = new StringBuilder();
        spec.environment().forEach((name, value) -> {
            String pointer = "/environment/" + name;
            if (!NAME.matcher(name).matches()) {
                violations.add(pointer, "a variable's name has letters, digits and _ only, and no digit first");
                return;
            }
            if (reserved.stream().anyMatch(name::startsWith)) {
                violations.add(pointer, "names that begin with %s are set by the scheduler there"
                        .formatted(String.join(", ", reserved)));
            }
            violations.word(pointer, value);
            lines.append("  export ").append(name).append('=').append(quote(value)).append('\n');
        });
        return lines.toString();
    }

    /** Loads the modules, having found the site's module command first; a module that fails ends the job. */
    String modules() {
        for (int i = 0; i < spec.modules().size(); i++) {
            if (violations.token("/modules/" + i, spec.modules().get(i)) == null) {
                return "";
            }
        }
        return spec.modules().isEmpty() ? "" : """
                  if ! command -v module >/dev/null 2>&1; then
                    for D_S in "${MODULESHOME:-}/init/sh" /etc/profile.d/lmod.sh /etc/profile.d/modules.sh \\
                      /usr/share/lmod/lmod/init/sh /usr/share/modules/init/sh /etc/profile; do
                      [ ! -r "$D_S" ] || . "$D_S"
                      ! command -v module >/dev/null 2>&1 || break
                    done
                  fi
                  for D_S in %s; do
                    module load "$D_S" || { echo "diamond: module load $D_S failed" >&2; exit 1; }
                  done
                """.formatted(words(spec.modules()));
    }

    private String program(List<String> container) {
        String program = spec.executable();
        violations.word("/executable", program);
        List<String> words = new ArrayList<>(container);
        String search = "";
        if (container.isEmpty() && program.indexOf('/') < 0) {
            String here = quote("./" + program);
            search = "if [ -f %s ] && [ -x %s ]; then\n  exec %s\nfi\n".formatted(here, here,
                    words(join("./" + program)));
            program = program.startsWith("-") ? "./" + program : program;
        }
        words.addAll(join(program));
        return "#!/bin/sh\n" + search + "exec " + words(words) + "\n";
    }

    private List<String> join(String program) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(arguments());
        return words;
    }

    private List<String> arguments() {
        for (int i = 0; i < spec.arguments().size(); i++) {
            violations.word("/arguments/" + i, spec.arguments().get(i));
        }
        return spec.arguments();
    }

    /** Lines ended in the Unix way and a first line that names an interpreter: schedulers refuse anything else. */
    private String script() {
        String text = spec.script().replace("\r\n", "\n").replace('\r', '\n');
        if (text.indexOf('\0') >= 0) {
            violations.add("/script", "holds a NUL character");
        }
        text = text.startsWith("#!") ? text : "#!/bin/bash\n" + text;
        return text.endsWith("\n") ? text : text + "\n";
    }

    private List<String> container() {
        if (spec.container() == null) {
            return new ArrayList<>();
        }
        Optional<ContainerRuntime> runtime = ContainerRuntime.of(profile);
        if (runtime.isEmpty()) {
            violations.add("/container", "the site's profile names no container runtime; set scheduler.container to "
                    + ContainerRuntime.names());
            return new ArrayList<>();
        }
        violations.word("/container/image", spec.container().image());
        if (spec.container().image().startsWith("-")) {
            violations.add("/container/image", "does not begin with -");
        }
        return runtime.get().command(spec.container(), List.of(layout.directory(), layout.work()),
                spec.resources().gpusPerProcess() > 0);
    }

    static String words(List<String> words) {
        return words.stream().map(UserWork::quote).collect(Collectors.joining(" "));
    }

    private static String quote(String word) {
        return ShellWord.quote(word.replace("\0", ""));
    }
}
