package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.gateway.site.domain.NodeType;
import org.diamondhpc.gateway.site.domain.SiteSummary;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Budget;
import org.diamondhpc.schemas.site.AccountLimits.Qos;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteFacts.Storage;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.Window;

@Singleton
class FindResources implements SkillHandler {
    private static final String CURSOR = "skill-sites";
    private static final int LIMIT = 20;
    /** More would fill an agent's context. */
    private static final int MODULES = 300;

    private final Sites sites;

    FindResources(Sites sites) {
        this.sites = sites;
    }

    /** A site in an answer; {@code partitions} and what follows them only where asked for. */
    record SiteBrief(SiteId site, String description, SiteHealth.State health, ProblemBrief problem, String scheduler,
            Long seenSecondsAgo, long cores, long coresFree, long gpus, long gpusFree, List<String> gpuTypes,
            int jobsRunning, int jobsPending, List<PartitionBrief> partitions, Map<String, String> software,
            Map<String, String> labels, List<String> collections, List<AccountBrief> accounts, List<Window> windows, FactsBrief facts) {
        /** Nodes that several partitions share are counted once for the site only where one partition has them all. */
        static SiteBrief of(SiteSummary s, boolean full) {
            List<SiteSummary.Partition> p = s.partitions();
            return new SiteBrief(s.id(), s.description(), s.health().state(), ProblemBrief.of(s.health().problem()),
                    s.scheduler(), Words.seconds(s.age()), s.cores().all(), s.cores().free(), s.gpus().all(),
                    s.gpus().free(), p.stream().flatMap(x -> x.gpuTypes().stream()).distinct().toList(), s.running(),
                    s.pending(), full ? p.stream().map(PartitionBrief::of).toList() : List.of(),
                    full ? s.software() : Map.of(), full ? s.labels() : Map.of(), full ? s.collections() : List.of(),
                    full ? s.accounts().stream().flatMap(a -> a.associations().stream()).map(AccountBrief::of).toList()
                            : List.of(), s.windows(), full ? FactsBrief.of(s.facts()) : null);
        }
    }

    /** A partition in an answer; {@code maxSeconds} absent: no limit is known. */
    record PartitionBrief(String name, boolean open, Long maxSeconds, int nodes, int nodesIdle, long cores,
            long coresFree, long gpus, long gpusFree, List<String> gpuTypes, int pending, Integer maxNodes,
            List<NodeType> nodeTypes) {
        static PartitionBrief of(SiteSummary.Partition p) {
            return new PartitionBrief(p.name(), p.open(), Words.seconds(p.maxTime()), p.nodes(), p.nodesIdle(),
                    p.cores(), p.coresFree(), p.gpus(), p.gpusFree(), p.gpuTypes(), p.pending(),
                    p.maxNodes(), p.nodeTypes());
        }
    }

    /** An account in an answer; what is absent is not limited or not known. */
    record AccountBrief(String account, List<String> qos, Double fairShare, Map<String, Long> leftMinutes,
            Integer maxSubmitJobs, Long maxWallMinutes) {
        static AccountBrief of(Association a) {
            return new AccountBrief(a.account(), a.qos().stream().map(Qos::name).toList(),
                    a.share() == null ? null : a.share().fairShare(), a.budgets().stream().collect(Collectors.toMap(
                            Budget::resource, Budget::leftMinutes, Math::min)), a.maxSubmitJobs(), a.maxWallMinutes());
        }
    }

    /** What changes rarely; {@code modules} only where one site was asked for. */
    record FactsBrief(String system, String libc, List<String> containers, String moduleSystem, List<String> modules,
            List<Storage> storage) {
        static FactsBrief of(SiteFacts f) {
            return f == null ? null : new FactsBrief(f.system(), f.libc(), List.copyOf(f.containers().keySet()),
                    f.moduleSystem(), f.modules().stream().limit(MODULES).map(m -> m.versions().isEmpty() ? m.name()
                            : m.name() + "/" + String.join(",", m.versions())).toList(), f.storage());
        }
    }

    @Override
    public String skill() {
        return "find_resources";
    }

    @Override
    public SkillResult call(SkillCall call) {
        String after = Cursor.after(CURSOR, call.text("cursor"));
        int limit = call.limit(LIMIT);
        List<SiteSummary> found = call.has("site") ? List.of(sites.get(call.caller(), new SiteId(call.text("site"))))
                : sites.list(call.caller());
        List<SiteSummary> wanted = found.stream().filter(s -> wanted(call, s)).toList();
        Page<SiteSummary> page = Page.of(wanted.stream()
                .filter(s -> after == null || s.id().value().compareTo(after) > 0).limit(limit + 1L).toList(),
                limit, CURSOR, s -> s.id().value());
        boolean full = "full".equals(call.text("detail"));
        return SkillResult.say(told(wanted)).with("sites", page.items().stream()
                        .map(s -> SiteBrief.of(s, full)).toList())
                .with("more", page.next()).next(wanted.isEmpty() ? null : NextCall.of("plan_placement",
                        "to learn where a task would go and when it would be done", "spec",
                        Map.of("executable", "/bin/hostname")));
    }

    private static boolean wanted(SkillCall call, SiteSummary s) {
        boolean gpu = !call.has("gpuType") || s.partitions().stream().flatMap(p -> p.gpuTypes().stream())
                .anyMatch(t -> t.equalsIgnoreCase(call.text("gpuType")));
        return gpu && (!call.flag("usableOnly") || s.health().usable());
    }

    private static String told(List<SiteSummary> all) {
        List<SiteSummary> usable = all.stream().filter(s -> s.health().usable()).toList();
        String most = usable.stream().max(Comparator.comparingLong(s -> s.cores().free()))
                .map(s -> ": " + s.id() + " has " + s.cores().free() + " of " + s.cores().all() + " cores free")
                .orElse("");
        return Words.count(all.size(), "site") + ", " + usable.size() + " can be used now" + most + ".";
    }
}
