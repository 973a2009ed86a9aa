package org.diamondhpc.globus.simulator.program;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.diamondhpc.globus.simulator.GlobusSimulator;
import org.diamondhpc.globus.simulator.SimulatorConfig;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.diamondhpc.globus.simulator.model.Limits;

/** What {@code testbed globus} runs. Exit codes: 1 failed, 2 bad usage. */
public final class GlobusProgram {
    private static final String USAGE = "usage: serve DIR | status DIR | fault DIR NAME… | copy DIR SITE:PATH SITE:PATH | env DIR";

    private GlobusProgram() { }

    public static void main(String[] args) throws Exception {
        if (args.length < 2) {
            exit(2, USAGE);
        }
        StateDirectory state = new StateDirectory(Path.of(args[1]));
        List<String> words = List.of(args).subList(2, args.length);
        try {
            switch (args[0]) {
                case "serve" -> serve(state);
                case "status" -> status(remote(state).status());
                case "fault" -> fault(state, words);
                case "copy" -> copy(state, words);
                case "env" -> environment(state);
                default -> exit(2, USAGE);
            }
        } catch (Remote.Refused e) {
            exit(1, e.getMessage());
        } catch (IOException | IllegalStateException e) {
            exit(1, e.toString());
        }
    }

    private static void serve(StateDirectory state) throws IOException, InterruptedException {
        StateDirectory.Credentials before = state.credentials().orElseGet(GlobusProgram::fresh);
        SimulatorConfig config = new SimulatorConfig(before.port(), before.clients(), Limits.GLOBUS,
                state.collections(before.clients()), Optional.of(state.directory().resolve("memory.json")));
        GlobusSimulator simulator = started(config, before.simulator_token());
        state.write(before.servedAt(simulator.authUrl(), simulator.transferUrl()));
        Runtime.getRuntime().addShutdownHook(new Thread(simulator::close));
        System.out.println("ready at " + simulator.transferUrl());
        new CountDownLatch(1).await();
    }

    private static StateDirectory.Credentials fresh() {
        ClientCredentials demo = ClientCredentials.fresh();
        ClientCredentials other = ClientCredentials.fresh();
        return new StateDirectory.Credentials(demo.id(), demo.secret(), other.id(), other.secret(), "", "",
                ClientCredentials.fresh().secret(), 0);
    }

    /** The port of last time, so that addresses stay true; another one if somebody has taken it. */
    private static GlobusSimulator started(SimulatorConfig config, String token) {
        try {
            return GlobusSimulator.start(config, s -> new ControlApi(s, token)::open);
        } catch (IllegalStateException e) {
            if (config.port() == 0) {
                throw e;
            }
            return GlobusSimulator.start(config.withPort(0), s -> new ControlApi(s, token)::open);
        }
    }

    private static Remote remote(StateDirectory state) throws IOException {
        return new Remote(state.credentials().orElseThrow(() -> new Remote.Refused("it was never up")));
    }

    private static void status(JsonNode status) {
        status.get("collections").forEach(c -> System.out.printf("%-8s %s  %s%s%n", c.get("name").textValue(),
                c.get("id").textValue(), c.get("entity_type").textValue(),
                c.get("connected").booleanValue() ? "" : "  disconnected"));
        System.out.println("tasks: " + status.get("tasks"));
    }

    private static void fault(StateDirectory state, List<String> words) throws IOException, InterruptedException {
        if (words.isEmpty() || words.getFirst().equals("list")) {
            System.out.print(FaultTable.help());
        } else {
            System.out.println(remote(state).fault(words).get("done").textValue());
        }
    }

    private static void copy(StateDirectory state, List<String> words) throws IOException, InterruptedException {
        if (words.size() != 2) {
            exit(2, USAGE);
        }
        JsonNode task = remote(state).copy(words.get(0), words.get(1));
        System.out.println(task.get("task_id").textValue() + " " + task.get("status").textValue() + " files "
                + task.get("files_transferred") + " bytes " + task.get("bytes_transferred"));
        if (!task.get("status").textValue().equals("SUCCEEDED")) {
            exit(1, task.get("nice_status").asText() + " " + task.get("nice_status_details").asText());
        }
    }

    /** For the shell: what the official SDKs and command line read. */
    private static void environment(StateDirectory state) throws IOException {
        StateDirectory.Credentials c = state.credentials().orElseThrow(() -> new Remote.Refused("it was never up"));
        System.out.printf("export GLOBUS_SDK_SERVICE_URL_AUTH=%s%nexport GLOBUS_SDK_SERVICE_URL_TRANSFER=%s%n"
                + "export GLOBUS_CLI_CLIENT_ID=%s%nexport GLOBUS_CLI_CLIENT_SECRET=%s%n", c.auth_url(), c.transfer_url(),
                c.client_id(), c.client_secret());
    }

    private static void exit(int code, String message) {
        System.err.println("globus: " + message);
        System.exit(code);
    }
}
