package org.diamondhpc.cli.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.Site;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;

/** Sites as tables. */
final class SiteTables {
    private static final int MOST_JOBS = 40;

    private SiteTables() {
    }

    static Table sites(Shell shell, List<Site> sites) {
        Table table = new Table("SITE", "HEALTH", "SCHEDULER", ">NODES IDLE", ">CORES FREE", ">GPUS FREE",
                ">RUN/WAIT", "SEEN", "DESCRIPTION~");
        for (Site site : sites) {
            table.row(shell.styled(Style.BOLD, site.id().value()), health(shell, site), site.scheduler(),
                    share(site, "nodesIdle", "nodes"), share(site, "coresFree", "cores"), gpus(site),
                    site.number("/running") + "/" + site.number("/pending"),
                    Humane.ago(site.time("/seenAt"), shell.now()), description(site));
        }
        return table;
    }

    static void head(Shell shell, Site site) {
        shell.say(shell.styled(Style.BOLD, site.id().value()) + "  " + health(shell, site) + "  "
                + Humane.orDash(site.scheduler()) + " " + Humane.orDash(site.text("/version")) + ", seen "
                + Humane.ago(site.time("/seenAt"), shell.now())
                + (site.json().path("stale").asBoolean() ? shell.styled(Style.YELLOW, " (too old to tell of the queue)") : ""));
        shell.say(description(site));
        if (site.json().path("users").size() > 0) {
            shell.say("login " + String.join(", ", site.list("/users", JsonNode::asText)) + "; own jobs "
                    + site.number("/ownRunning") + " running, " + site.number("/ownPending") + " waiting");
        }
        if (site.json().path("software").size() > 0) {
            List<String> all = new ArrayList<>();
            site.json().path("software").properties().forEach(p -> all.add(p.getKey() + " " + p.getValue().asText()));
            shell.say("software " + String.join(", ", all));
        }
    }

    static Table partitions(Site site) {
        Table table = new Table("PARTITION", "STATE", ">MAX TIME", ">NODES IDLE", ">CORES FREE", ">GPUS FREE",
                "GPU TYPE~", ">RUN/WAIT");
        for (Site.Partition p : site.partitions()) {
            table.row(p.name(), p.open() ? "open" : "closed", Humane.duration(p.duration("/maxTime")),
                    p.number("/nodesIdle") + "/" + p.number("/nodes"),
                    p.number("/coresFree") + "/" + p.number("/cores"),
                    p.number("/gpus") == 0 ? null : p.number("/gpusFree") + "/" + p.number("/gpus"),
                    String.join(",", p.list("/gpuTypes", JsonNode::asText)),
                    p.number("/running") + "/" + p.number("/pending"));
        }
        return table;
    }

    /** All that was seen; long queues are cut here, not in {@code --json}. */
    static void full(Shell shell, Site site) {
        head(shell, site);
        Table nodes = new Table(">NODES", "STATE", ">CORES FREE", ">GPUS FREE", "GPU", "PARTITIONS~");
        for (Document n : site.list("/nodes", node -> (Document) () -> node)) {
            nodes.row(n.json().path("names").size(), n.text("/state"), n.number("/coresFree") + "/"
                    + n.number("/cores"), n.number("/gpus") == 0 ? null : n.number("/gpusFree") + "/"
                    + n.number("/gpus"), n.text("/gpuType"), String.join(",", n.list("/partitions", JsonNode::asText)));
        }
        nodes.print(shell.terminal());
        List<Document> queue = site.list("/queue", node -> (Document) () -> node);
        Table jobs = new Table("JOB", "STATE", "PARTITION", ">NODES", ">CORES", ">GPUS", ">LIMIT", "REASON~");
        queue.stream().limit(MOST_JOBS).forEach(j -> jobs.row(j.text("/id"),
                j.json().path("running").asBoolean() ? "running" : "waiting", j.text("/partition"),
                j.number("/nodes"), j.number("/cores"), j.number("/gpus"), Humane.duration(j.duration("/limit")),
                j.text("/reason")));
        if (!jobs.isEmpty()) {
            jobs.print(shell.terminal());
        }
        if (queue.size() > MOST_JOBS) {
            shell.say("… and " + (queue.size() - MOST_JOBS) + " jobs more (--json has all)");
        }
    }

    private static String health(Shell shell, Site site) {
        String health = Humane.orDash(site.health());
        return shell.styled(switch (health) {
            case "UP" -> Style.GREEN;
            case "DOWN" -> Style.RED;
            default -> Style.YELLOW;
        }, health);
    }

    /** What is wrong comes before what it is. */
    private static String description(Site site) {
        String problem = site.text("/health/problem/detail");
        return problem == null ? Humane.orDash(site.text("/description"))
                : Style.harmless(site.text("/health/problem/reason") + ": " + problem);
    }

    /** Of the largest partition, since a node may be in several and must not count twice. */
    private static String share(Site site, String free, String all) {
        return site.partitions().stream().max((a, b) -> Long.compare(a.number("/" + all), b.number("/" + all)))
                .map(p -> p.number("/" + free) + "/" + p.number("/" + all)).orElse(null);
    }

    private static String gpus(Site site) {
        String share = share(site, "gpusFree", "gpus");
        return share == null || share.endsWith("/0") ? null : share;
    }
}
