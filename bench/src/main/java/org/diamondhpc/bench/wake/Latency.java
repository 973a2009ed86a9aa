package org.diamondhpc.bench.wake;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.ground.Ground;

/** Many agents, a few at once, each with one job and a client that waits. */
final class Latency {
    /** Jobs sleep from half a second to this long, so that their ends spread. */
    private static final double LONGEST_SLEEP = 3;

    private final Ground ground;
    private final String site;

    Latency(Ground ground, String site) {
        this.ground = ground;
        this.site = site;
    }

    /** @param outputs whether each job leaves a file to be collected */
    List<Woken> measure(int jobs, int atOnce, boolean outputs) throws InterruptedException {
        List<Agent.Waking> wakings = wakings(jobs, atOnce, outputs);
        Map<String, Instant> stamps = stamps();
        List<Woken> all = new ArrayList<>();
        for (Agent.Waking waking : wakings) {
            Instant stamp = stamps.get(waking.task());
            if (stamp == null) {
                throw new BenchFailed("the job of task " + waking.task() + " did not run to its last instruction: "
                        + ground.gateway().get("/v1/tasks/" + waking.task()));
            }
            int wakes = ground.gateway().get("/v1/sessions/" + waking.session() + "/wakes?after=0").path("items").size();
            all.add(Woken.of(waking.task(), stamp, Instant.parse(ground.gateway().get("/v1/tasks/" + waking.task())
                    .path("timings").path("finishedAt").asText()), ground.gateway().events("tasks/" + waking.task()),
                    waking.received(), wakes));
        }
        return all;
    }

    private List<Agent.Waking> wakings(int jobs, int atOnce, boolean outputs) throws InterruptedException {
        Agent agent = new Agent(ground.gateway(), Clock.systemUTC());
        List<Agent.Waking> all = new ArrayList<>();
        try (ExecutorService agents = Executors.newFixedThreadPool(atOnce)) {
            List<Future<Agent.Waking>> running = new ArrayList<>();
            for (int i = 0; i < jobs; i++) {
                String name = "wake-" + i;
                running.add(agents.submit(() -> agent.sleepUntilEnd(site, name,
                        ThreadLocalRandom.current().nextDouble(0.5, LONGEST_SLEEP), outputs)));
            }
            for (Future<Agent.Waking> one : running) {
                all.add(one.get());
            }
        } catch (ExecutionException e) {
            throw new BenchFailed(e.getCause().getMessage(), e.getCause());
        }
        return all;
    }

    /** What the jobs themselves wrote, by task. The tenant's attempts lie below the profile's storage root. */
    private Map<String, Instant> stamps() throws InterruptedException {
        Map<String, Instant> byTask = new HashMap<>();
        ground.clusters().asUser(site, "grep -rhs --include=stdout '^stamp ' \"$HOME/.diamond/attempts\"\n").lines()
                .map(line -> line.split(" ")).filter(words -> words.length == 3).forEach(words ->
                        byTask.put(words[1].substring(0, words[1].lastIndexOf('.')), instant(words[2])));
        return byTask;
    }

    /** Bash's EPOCHREALTIME: seconds with six decimals, after a point or a comma. */
    static Instant instant(String epochRealTime) {
        BigDecimal micros = new BigDecimal(epochRealTime.replace(',', '.')).movePointRight(6);
        return Instant.EPOCH.plusNanos(micros.longValueExact() * 1000);
    }
}
