package org.diamondhpc.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a port is free, and who has it where the machine tells. */
record PortHolder(int port) {
    private static final Pattern SS = Pattern.compile("\"([^\"]+)\",pid=(\\d+)");

    boolean free() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** E.g. {@code java, process 4711}; empty where neither ss nor lsof can tell (other users' processes, say). */
    Optional<String> holder() throws InterruptedException {
        Optional<String> bySs = output(List.of("ss", "-Hltnp", "sport = :" + port)).flatMap(text -> {
            Matcher matcher = SS.matcher(text);
            return matcher.find() ? Optional.of(matcher.group(1) + ", process " + matcher.group(2)) : Optional.empty();
        });
        return bySs.isPresent() ? bySs : output(List.of("lsof", "-nP", "-t", "-iTCP:" + port, "-sTCP:LISTEN"))
                .map(text -> text.strip().lines().findFirst().orElse("")).filter(pid -> !pid.isEmpty())
                .map(pid -> "process " + pid);
    }

    private static Optional<String> output(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(text) : Optional.empty();
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
