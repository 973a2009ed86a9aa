package org.diamondhpc.bench.verdicts;

import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;

/** Judges a place node by node, one plain condition after the other. It shares nothing with the judge it checks. */
final class NaiveJudge {
    /** What a place is to a task. */
    enum Judgement {
        CAN, NOT_NOW, NEVER
    }

    private NaiveJudge() {
    }

    static Judgement judge(TaskOrder order, SiteSnapshot site, PartitionState partition) {
        int exist = 0;
        int up = 0;
        for (NodeGroup group : site.nodes()) {
            for (int i = 0; i < group.names().size(); i++) {
                if (group.partitions().contains(partition.name()) && node(order, group)) {
                    exist++;
                    up += group.available() ? 1 : 0;
                }
            }
        }
        int asked = order.spec().resources().nodes();
        if (exist < asked || !partition(order.spec(), partition) || !site(order, site)) {
            return Judgement.NEVER;
        }
        SiteHealth.State health = site.health().state();
        boolean works = health == SiteHealth.State.UP || health == SiteHealth.State.DEGRADED;
        return works && partition.open() && up >= asked ? Judgement.CAN : Judgement.NOT_NOW;
    }

    private static boolean site(TaskOrder order, SiteSnapshot site) {
        TenantId tenant = order.tenant();
        boolean login = false;
        for (var account : site.accounts()) {
            login |= account.tenants().contains(tenant.value()) || account.tenants().contains("*");
        }
        if (!login || order.spec().constraints().excludeSites().contains(site.site())) {
            return false;
        }
        SiteFacts facts = site.facts();
        if (facts == null) {
            return true;
        }
        for (String module : order.spec().modules()) {
            boolean found = false;
            for (SiteFacts.Module there : facts.modules()) {
                for (String version : there.versions()) {
                    found |= (there.name() + "/" + version).equals(module);
                }
            }
            if (!found) {
                return false;
            }
        }
        for (ResolvedInput input : order.inputs()) {
            String least = input.artefact().libc();
            if (least != null && minor(facts.libc()) < minor(least)) {
                return false;
            }
        }
        return true;
    }

    private static int minor(String libc) {
        return Integer.parseInt(libc.substring("glibc 2.".length()));
    }

    private static boolean partition(TaskSpec spec, PartitionState p) {
        Resources r = spec.resources();
        return (spec.queue() == null || spec.queue().equals(p.name()))
                && (p.maxTime() == null || r.duration().duration().compareTo(p.maxTime()) <= 0)
                && (p.maxNodes() == null || r.nodes() <= p.maxNodes()) && r.nodes() >= p.minNodes()
                && (p.maxCoresPerNode() == null || r.processesPerNode() * r.coresPerProcess() <= p.maxCoresPerNode());
    }

    private static boolean node(TaskOrder order, NodeGroup node) {
        Resources r = order.spec().resources();
        int gpus = r.processesPerNode() * r.gpusPerProcess();
        String said = order.spec().constraints().architecture();
        for (ResolvedInput input : order.inputs()) {
            if (!input.artefact().architectures().getFirst().equals(node.architecture())) {
                return false;
            }
        }
        return (said == null || said.equals(node.architecture()))
                && node.cores() >= r.processesPerNode() * r.coresPerProcess()
                && (r.memory() == null || node.memoryMb() >= r.memory().mebibytes())
                && node.features().containsAll(order.spec().constraints().features())
                && (gpus == 0 || node.gpus() >= gpus && r.gpuType().equals(node.gpuType()));
    }
}
