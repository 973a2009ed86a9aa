package org.diamondhpc.e2e.stage;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Clusters whose nodes are all taken by somebody else's job, until they are set free. */
public final class Occupied implements AutoCloseable {
    private static final Map<String, String> SOMEBODY_ELSE = Map.of("beta", "bjones", "delta", "u5678");
    private static final Map<String, Integer> NODES = Map.of("beta", 8, "delta", 32);
    private static final Duration SEEN = Duration.ofSeconds(60);

    private final Stage stage;
    private final Map<String, String> jobs = new HashMap<>();

    /** @param sites of beta and delta */
    public Occupied(Stage stage, String... sites) {
        this.stage = stage;
        for (String site : sites) {
            jobs.put(site, stage.cluster(site).run("setpriv --reuid=%1$s --regid=%1$s --init-groups sbatch --parsable -N%2$d --exclusive -t 180 -D /tmp -o /dev/null --wrap 'sleep 7200'"
                    .formatted(SOMEBODY_ELSE.get(site), NODES.get(site))).strip());
            Wait.until(SEEN, () -> site + " is not full", () -> stage.cluster(site).queued(jobs.get(site)).equals("RUNNING"));
        }
        Wait.until(SEEN, () -> "there is still room at " + List.of(sites), () -> !ready(Spec.program("true").at(sites)));
    }

    private boolean ready(Spec spec) {
        return stage.demo().post("/v1/placements", spec.json()).path("candidates").findValuesAsText("verdict").contains("READY");
    }

    public void free(String site) {
        String job = jobs.remove(site);
        if (job != null) {
            stage.cluster(site).run("scancel " + job);
        }
    }

    @Override
    public void close() {
        List.copyOf(jobs.keySet()).forEach(this::free);
    }
}
