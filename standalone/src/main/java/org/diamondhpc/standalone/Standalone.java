package org.diamondhpc.standalone;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * The command behind {@code diamond up|down|status}: {@code up}, {@code down}, {@code status [--json]}, and {@code serve},
 * which is the supervisor itself. System properties: {@code diamond.home} (the state folder) and {@code diamond.checkout}
 * (the built source tree). Exit codes: 1 failed or not ready, 2 bad usage or configuration, 3 not possible here.
 */
public final class Standalone {
    private Standalone() {
    }

    /** @param args one of the commands */
    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            System.exit(run(List.of(args)));
        } catch (Refusal refusal) {
            System.err.println("diamond: " + refusal.getMessage());
            System.exit(refusal.exit());
        }
    }

    private static int run(List<String> args) throws IOException, InterruptedException, Refusal {
        Home home = new Home(Path.of(System.getProperty("diamond.home", ".diamond")));
        Jvm jvm = new Jvm(Path.of(System.getProperty("diamond.checkout", ".")).toAbsolutePath().normalize());
        String command = args.isEmpty() ? "" : args.getFirst();
        if (command.equals("status")) {
            return status(home, args.contains("--json"));
        }
        Consumer<String> say = line -> System.out.println("diamond: " + line);
        if (command.equals("down")) {
            new Halt(home, say).run();
            return 0;
        }
        Plan plan = new Plan(home, Settings.load(home.config(), System.getenv()), jvm, new SecureRandom());
        switch (command) {
            case "up" -> new Launch(home, plan, say).up();
            case "serve" -> {
                home.create();
                new Supervisor(home, plan).run();
            }
            default -> throw new Refusal(Refusal.USAGE, "usage: up | down | status [--json] | serve");
        }
        return 0;
    }

    private static int status(Home home, boolean json) throws IOException {
        InstanceStatus status = InstanceStatus.now(home).measured();
        System.out.print(json ? status.json() : new StatusTable(status, Instant.now()).toString());
        return status.state().equals(InstanceStatus.READY) ? 0 : 1;
    }
}
