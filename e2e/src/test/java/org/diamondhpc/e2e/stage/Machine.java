package org.diamondhpc.e2e.stage;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What this machine offers. */
final class Machine {
    private Machine() {
    }

    /** Why there can be no Slurm clusters here; empty where there can. */
    static Optional<String> whyNoSlurm() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.of("the Slurm testbed needs Linux");
        }
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of("the Slurm testbed needs root");
        }
        return Stream.of("slurmctld", "slurmdbd", "munged", "mariadbd", "sshd").filter(p -> !installed(p)).findFirst()
                .map(program -> "there is no " + program + ": testbed/testbed install");
    }

    static Optional<String> whyNoSites() {
        return installed("sshd") ? Optional.empty() : Optional.of("there is no sshd: install OpenSSH's server");
    }

    private static boolean installed(String program) {
        String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin" + File.pathSeparator + "/sbin";
        return Stream.of(path.split(File.pathSeparator)).filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
