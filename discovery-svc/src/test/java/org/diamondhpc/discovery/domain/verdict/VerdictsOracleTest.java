package org.diamondhpc.discovery.domain.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.Exclusion;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.Test;

/** A hundred sites and a hundred requests at random, against a check that counts node by node and knows no words. */
class VerdictsOracleTest {
    private static final int MANY = 100;
    private static final String[] ARCHITECTURES = {"x86_64", "aarch64"};
    private static final String[] GPUS = {null, "a100", "h100"};
    private static final String[] FEATURES = {"nvme", "ib", "fat"};

    @Test
    void agreesOnEveryPlace() {
        Random random = new Random(42);
        List<SampleSite> sites = new ArrayList<>();
        List<SampleTask> tasks = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            sites.add(site(random, "site-" + i));
            tasks.add(task(random));
        }
        List<SiteView> views = sites.stream().map(SampleSite::view).toList();
        int[] tally = new int[3];

        long began = System.nanoTime();
        List<List<Ruling>> rulings = new ArrayList<>();
        for (SampleTask task : tasks) {
            for (SiteView view : views) {
                rulings.add(Verdicts.rule(task.demand(), view));
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);

        for (int t = 0; t < MANY; t++) {
            for (int s = 0; s < MANY; s++) {
                compare(tasks.get(t).order(), views.get(s).snapshot(), rulings.get(t * MANY + s), tally);
            }
        }
        assertThat(tally).as("all kinds occur: feasible, for now not, never").doesNotContain(0);
        System.out.printf("10,000 verdicts took %d ms; `diamond bench verdicts` measures them%n", took.toMillis());
    }

    private static void compare(TaskOrder order, SiteSnapshot site, List<Ruling> rulings, int[] tally) {
        for (PartitionState partition : site.partitions()) {
            Ruling ruling = rulings.stream().filter(r -> r.partition() == null || r.partition().equals(partition))
                    .findFirst().orElseThrow();
            int expected = judge(order, site, partition);
            int found = ruling.feasible() ? 0 : ruling.passing() ? 1 : 2;
            tally[expected]++;
            assertThat(found).as("%s at %s:%s, ruled %s", order.spec(), site, partition, ruling.why())
                    .isEqualTo(expected);
        }
    }

    /** 0 can run, 1 not now, 2 never. */
    private static int judge(TaskOrder order, SiteSnapshot site, PartitionState partition) {
        TaskSpec spec = order.spec();
        Resources r = spec.resources();
        boolean known = site.accounts().stream().anyMatch(a -> a.tenants().contains("*")
                || a.tenants().contains(order.tenant().value()));
        boolean wanted = (spec.constraints().sites().isEmpty() || spec.constraints().sites().contains(site.site()))
                && !spec.constraints().excludeSites().contains(site.site())
                && (spec.queue() == null || spec.queue().equals(partition.name()));
        boolean limits = (partition.maxTime() == null || !r.duration().duration().minus(partition.maxTime()).isPositive())
                && (partition.maxNodes() == null || r.nodes() <= partition.maxNodes())
                && (spec.array() == null || spec.array().expanded().size() <= site.maxArraySize());
        boolean ruledOut = false;
        for (Exclusion e : order.excluded()) {
            ruledOut |= e.nodes().isEmpty() && e.site().equals(site.site())
                    && (e.partition() == null || e.partition().equals(partition.name()));
        }
        int exist = 0;
        int up = 0;
        for (NodeGroup group : site.nodes()) {
            for (String name : group.names()) {
                boolean fits = group.partitions().contains(partition.name()) && fits(spec, group)
                        && order.excluded().stream().noneMatch(e -> e.site().equals(site.site())
                                && e.nodes().contains(name)
                                && (e.partition() == null || e.partition().equals(partition.name())));
                exist += fits ? 1 : 0;
                up += fits && group.available() ? 1 : 0;
            }
        }
        if (!known || !wanted || !limits || ruledOut || exist < r.nodes()) {
            return 2;
        }
        SiteHealth.State health = site.health().state();
        boolean now = (health == SiteHealth.State.UP || health == SiteHealth.State.DEGRADED) && partition.open() && up >= r.nodes();
        return now ? 0 : 1;
    }

    private static boolean fits(TaskSpec spec, NodeGroup node) {
        Resources r = spec.resources();
        int gpus = r.processesPerNode() * r.gpusPerProcess();
        String arch = spec.constraints().architecture();
        return node.cores() >= r.processesPerNode() * r.coresPerProcess()
                && (r.memory() == null || node.memoryMb() * 1_048_576 >= r.memory().bytes())
                && (arch == null || arch.equals(node.architecture()))
                && spec.constraints().features().stream().allMatch(f -> node.features().contains(f))
                && (gpus == 0 || node.gpus() >= gpus && (r.gpuType() == null || r.gpuType().equals(node.gpuType())));
    }

    private static SampleSite site(Random random, String id) {
        SampleSite site = new SampleSite(id).maxArraySize(10 + random.nextInt(200));
        int partitions = 1 + random.nextInt(3);
        for (int p = 0; p < partitions; p++) {
            site.partition(new PartitionState("p" + p, p == 0, random.nextInt(8) > 0, "UP",
                    random.nextBoolean() ? null : Duration.ofHours(1 + random.nextInt(24)), null, 1,
                    random.nextBoolean() ? null : 1 + random.nextInt(8), null, null, null, null, null, null,
                    random.nextInt(3), false, random.nextInt(4) == 0));
        }
        for (int g = 0; g < 1 + random.nextInt(4); g++) {
            List<String> in = new ArrayList<>();
            for (int p = 0; p < partitions; p++) {
                if (random.nextBoolean()) {
                    in.add("p" + p);
                }
            }
            int cores = 4 << random.nextInt(5);
            String gpu = GPUS[random.nextInt(3)];
            int gpus = gpu == null ? 0 : 1 + random.nextInt(4);
            site.nodes(new NodeGroup(SampleSite.names("g" + g + "n", 1 + random.nextInt(8)), in, cores,
                    random.nextInt(cores + 1), cores * 2000L, cores * 1000L, gpu, gpus, gpus, features(random),
                    ARCHITECTURES[random.nextInt(5) == 0 ? 1 : 0], random.nextInt(5) > 0, "x"));
        }
        site.account(new AccountLimits(List.of(random.nextInt(4) == 0 ? "other" : random.nextBoolean() ? "*" : "demo"),
                "user", List.of(), 0, 0));
        if (random.nextInt(5) == 0) {
            site.health(SiteHealth.State.values()[1 + random.nextInt(4)], null);
        }
        return site;
    }

    private static SampleTask task(Random random) {
        SampleTask task = new SampleTask().nodes(1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 3))
                .processes(1 + random.nextInt(4)).cores(1 + random.nextInt(12))
                .duration(Duration.ofMinutes(1 + random.nextInt(900)));
        if (random.nextInt(3) == 0) {
            task.memoryMb(1 + random.nextInt(100_000));
        }
        if (random.nextInt(4) == 0) {
            task.gpus(random.nextInt(2), GPUS[random.nextInt(3)]);
        }
        if (random.nextInt(4) == 0) {
            task.architecture(ARCHITECTURES[random.nextInt(2)]);
        }
        if (random.nextInt(4) == 0) {
            task.features(features(random).toArray(String[]::new));
        }
        if (random.nextInt(6) == 0) {
            task.queue("p" + random.nextInt(3));
        }
        if (random.nextInt(6) == 0) {
            task.array("1-" + (1 + random.nextInt(300)), null);
        }
        if (random.nextInt(5) == 0) {
            task.excludeSites("site-" + random.nextInt(MANY), "site-" + random.nextInt(MANY));
        }
        if (random.nextInt(3) == 0) {
            String site = "site-" + random.nextInt(MANY);
            task.excluded(site, random.nextBoolean() ? null : "p0");
            task.excluded("site-" + random.nextInt(MANY), "p1", "g0n001", "g1n002");
        }
        return task;
    }

    private static List<String> features(Random random) {
        List<String> some = new ArrayList<>();
        for (String feature : FEATURES) {
            if (random.nextInt(3) == 0) {
                some.add(feature);
            }
        }
        return some;
    }
}
