package org.diamondhpc.bench.verdicts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.spec.Constraints;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.spec.Walltime;
import org.diamondhpc.schemas.task.Artefact;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;

/** Sites and requests at random, the same for the same seed; partitions mix node types, sites lack modules. */
final class RandomFederation {
    static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final String[] MACHINES = {"x86_64", "x86_64", "x86_64", "aarch64", "ppc64le"};
    private static final String[] GPUS = {null, null, "a100", "h100", "mi250"};
    private static final String[] FEATURES = {"nvme", "ib", "fat"};
    private static final String[] MODULES = {"gcc", "openmpi", "cuda", "gromacs"};

    private final Random random;

    RandomFederation(long seed) {
        random = new Random(seed);
    }

    List<SiteView> sites(int count) {
        return IntStream.range(0, count).mapToObj(i -> new SiteView(site("site-" + i), Map.of(), Map.of())).toList();
    }

    List<TaskOrder> tasks(int count, int sites) {
        return IntStream.range(0, count).mapToObj(i -> task(i, sites)).toList();
    }

    private SiteSnapshot site(String id) {
        List<PartitionState> partitions = new ArrayList<>();
        for (int p = 0; p < 2 + random.nextInt(6); p++) {
            partitions.add(new PartitionState("p" + p, p == 0, random.nextInt(8) > 0, "UP", random.nextBoolean() ? null
                    : Duration.ofHours(1 + random.nextInt(48)), null, random.nextInt(10) == 0 ? 2 : 1,
                    random.nextBoolean() ? null : 1 + random.nextInt(16), random.nextInt(5) == 0 ? 16 : null, null, null,
                    null, null, null, random.nextInt(3), false, random.nextInt(4) == 0));
        }
        List<NodeGroup> nodes = IntStream.range(0, 3 + random.nextInt(8)).mapToObj(g -> nodes(g, partitions)).toList();
        String tenant = random.nextInt(4) == 0 ? "other" : random.nextBoolean() ? "*" : "demo";
        SiteHealth.State state = random.nextInt(6) == 0 ? SiteHealth.State.values()[random.nextInt(5)] : SiteHealth.State.UP;
        List<SiteFacts.Module> modules = IntStream.range(0, MODULES.length).filter(m -> random.nextInt(3) > 0)
                .mapToObj(m -> new SiteFacts.Module(MODULES[m], List.of("1.0", "2.0"))).toList();
        SiteFacts facts = random.nextInt(3) == 0 ? null : new SiteFacts(NOW, NOW, "x86_64", "Linux", "glibc 2."
                + (17 + random.nextInt(22)), null, "lmod", modules, false, null);
        return new SiteSnapshot(new SiteId(id), "", "slurm", "23.02", NOW, new SiteHealth(state, NOW, null), partitions,
                nodes, List.of(), false, List.of(new AccountLimits(List.of(tenant), "user", List.of(), 0, 0)), List.of(),
                Map.of(), Map.of(), 1000, List.of(), List.of(), facts);
    }

    private NodeGroup nodes(int number, List<PartitionState> partitions) {
        List<String> in = partitions.stream().map(PartitionState::name).filter(p -> random.nextInt(3) == 0).toList();
        int cores = 4 << random.nextInt(6);
        String gpu = GPUS[random.nextInt(GPUS.length)];
        int gpus = gpu == null ? 0 : 1 + random.nextInt(8);
        List<String> names = IntStream.range(0, 1 + random.nextInt(40)).mapToObj(i -> "g" + number + "n" + i).toList();
        return new NodeGroup(names, in, cores, random.nextInt(cores + 1), cores * 2000L, cores * 1000L, gpu, gpus, gpus,
                features(), MACHINES[random.nextInt(MACHINES.length)], random.nextInt(5) > 0, "x");
    }

    private List<String> features() {
        return List.of(FEATURES).stream().filter(f -> random.nextInt(3) == 0).toList();
    }

    private TaskOrder task(int number, int sites) {
        String gpu = random.nextInt(4) == 0 ? GPUS[2 + random.nextInt(3)] : null;
        Resources resources = new Resources(1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 3), 1 + random.nextInt(4),
                1 + random.nextInt(12), gpu == null ? 0 : 1 + random.nextInt(2), gpu, random.nextInt(3) == 0
                        ? MemorySize.ofMebibytes(1 + random.nextInt(100_000)) : null,
                Walltime.ofMinutes(1 + random.nextInt(1800)), false);
        Constraints constraints = new Constraints(null, random.nextInt(5) == 0 ? List.of(new SiteId("site-"
                + random.nextInt(sites))) : null, random.nextInt(5) == 0 ? MACHINES[random.nextInt(5)] : null, null,
                random.nextInt(4) == 0 ? features() : null, null, true);
        List<String> modules = random.nextInt(4) == 0 ? List.of(MODULES[random.nextInt(MODULES.length)] + "/1.0") : null;
        TaskSpec spec = new TaskSpec("task-" + number, "app", null, null, null, null, resources, modules, null, null,
                constraints, null, random.nextInt(6) == 0 ? "p" + random.nextInt(3) : null, null, null, null, null, null,
                null, null, null, null);
        List<ResolvedInput> inputs = random.nextInt(2) == 0 ? List.of() : List.of(new ResolvedInput("ws://w/app", "app",
                null, true, 1000L, null, List.of(), new Artefact(Artefact.Kind.ELF,
                        List.of(MACHINES[random.nextInt(MACHINES.length)]), List.of("libc.so.6"), random.nextBoolean()
                                ? null : "glibc 2." + (17 + random.nextInt(22)))));
        return new TaskOrder(new TaskId("t-%08d".formatted(number)), new TenantId("demo"), null, spec, inputs, 1,
                List.of(), NOW);
    }
}
