package org.diamondhpc.bench.ground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The practice clusters of one state folder, by the {@code testbed} program. */
public final class Clusters {
    private static final String GLOBUS = "diamond.globus.";

    private final String program;
    private final Map<String, String> environment;
    private final Path sshConfig;

    Clusters(Path checkout, Path home) {
        this.program = checkout.resolve("testbed").resolve("testbed").toString();
        this.environment = Map.of("DIAMOND_HOME", home.toString());
        this.sshConfig = home.resolve("testbed").resolve("ssh_config");
    }

    void up(List<String> sites) throws InterruptedException {
        testbed("up", sites);
    }

    /** Simulates Globus between those that are up. Answered with an instance's settings. */
    Map<String, String> globus() throws IOException, InterruptedException {
        testbed("globus", List.of("up"));
        Map<String, String> settings = new LinkedHashMap<>();
        Path written = sshConfig.resolveSibling("globus").resolve("diamond.properties");
        for (String line : Files.readAllLines(written)) {
            if (line.startsWith(GLOBUS)) {
                int equals = line.indexOf('=');
                settings.put(line.substring("diamond.".length(), equals).strip(), line.substring(equals + 1).strip());
            }
        }
        return settings;
    }

    void down() throws InterruptedException {
        testbed("down", List.of());
    }

    void profiles(Path folder, List<String> sites) throws InterruptedException {
        List<String> args = new ArrayList<>(List.of(folder.toString()));
        args.addAll(sites);
        testbed("profiles", args);
    }

    /** As root inside a cluster: a shell script with arguments. */
    public String asRoot(String site, String script, String... args) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(site, "sh", "-c", script, "bench"));
        words.addAll(List.of(args));
        return testbed("enter", words);
    }

    /** The same as a process that goes on, not started yet. */
    public ProcessBuilder rootProcess(String site, String script, String... args) {
        List<String> words = new ArrayList<>(List.of(program, "enter", site, "sh", "-c", script, "bench"));
        words.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        return builder;
    }

    /** As the tenant demo's user on the login node: a shell script on standard input, whatever the login shell. */
    public String asUser(String site, String script) throws InterruptedException {
        return Shell.run(ssh(site, "sh", "-s"), Map.of(), script);
    }

    /** How a user's own script reaches a login node. */
    public List<String> ssh(String site, String... more) {
        List<String> command = new ArrayList<>(List.of("ssh", "-F", sshConfig.toString(), site));
        command.addAll(List.of(more));
        return command;
    }

    public Path sshConfig() {
        return sshConfig;
    }

    private String testbed(String command, List<String> args) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(program, command));
        words.addAll(args);
        return Shell.run(words, environment, "");
    }
}
