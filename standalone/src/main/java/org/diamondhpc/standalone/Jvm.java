package org.diamondhpc.standalone;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How this build's programs are started: the Java that runs now, and this module's class path.
 *
 * @param checkout the source tree with its built modules
 */
record Jvm(Path checkout) {
    private static final String LOG_LINE = "%1$tFT%1$tT.%1$tL %4$s %3$s %5$s%6$s%n";

    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** The packaged module and its libraries; where this class itself runs unpackaged (tests), what it runs with. */
    String classPath() {
        Path target = checkout.resolve("standalone").resolve("target");
        boolean packaged = Jvm.class.getProtectionDomain().getCodeSource().getLocation().getPath().endsWith(".jar");
        if (packaged && Files.isDirectory(target.resolve("lib"))) {
            return target.resolve("diamond-standalone.jar") + File.pathSeparator + target.resolve("lib") + "/*";
        }
        return System.getProperty("java.class.path");
    }

    List<String> main(Class<?> main, String heap, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java().toString(), "-Xmx" + heap));
        command.addAll(options);
        command.addAll(List.of("-XX:+ExitOnOutOfMemoryError", "-Djava.util.logging.SimpleFormatter.format=" + LOG_LINE, "-cp",
                classPath(), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    List<String> service(Service service, String heap, List<String> options) {
        List<String> command = new ArrayList<>(List.of(java().toString(), "-Xmx" + heap));
        command.addAll(options);
        command.add("-XX:+ExitOnOutOfMemoryError");
        if (Files.exists(app(service).resolve("app-cds.jsa"))) {
            command.add("-XX:SharedArchiveFile=app-cds.jsa");
        }
        command.addAll(List.of("-jar", "quarkus-run.jar"));
        return command;
    }

    /** The folder of a built service; it runs there, since its shared archive holds relative paths. */
    Path app(Service service) {
        return checkout.resolve(service.module()).resolve("target").resolve("quarkus-app");
    }

    /** Changes whenever one of the files under a folder does. */
    static String stamp(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return "absent";
        }
        try (Stream<Path> files = Files.walk(folder)) {
            StringBuilder text = new StringBuilder();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                text.append(file).append(Files.size(file)).append(Files.getLastModifiedTime(file).toMillis());
            }
            return Integer.toHexString(text.toString().hashCode());
        }
    }
}
