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

/** What one site has beside its partitions, each part only where something is known of it. */
final class SitePages {
    private final Shell shell;
    private final Site site;

    SitePages(Shell shell, Site site) {
        this.shell = shell;
        this.site = site;
    }

    void print() {
        print("Nodes", nodeTypes());
        print("Accounts", accounts());
        print("Reservations and maintenance", windows());
        print("Storage", storage());
        facts();
    }

    private void print(String head, Table table) {
        if (!table.isEmpty()) {
            shell.say("");
            shell.say(shell.styled(Style.BOLD, head));
            table.print(shell.terminal());
        }
    }

    private Table nodeTypes() {
        Table table = new Table("PARTITION", ">NODES UP", ">IDLE", "ARCHITECTURE", ">CORES", ">MEMORY", "GPUS",
                "NETWORK", "FEATURES~");
        for (Site.Partition p : site.partitions()) {
            for (Document n : documents(p, "/nodeTypes")) {
                table.row(p.name(), n.number("/nodesUp") + "/" + n.number("/nodes"), n.number("/nodesIdle"),
                        safe(n, "/architecture"), n.number("/cores"), Humane.size(n.number("/memoryMb") << 20), gpus(n),
                        safe(n, "/interconnect"), words(n, "/features"));
            }
        }
        return table;
    }

    private static String gpus(Document node) {
        return node.number("/gpus") == 0 ? null : node.number("/gpus") + " " + Humane.orDash(safe(node, "/gpuType"));
    }

    private Table accounts() {
        Table table = new Table("LOGIN", "ACCOUNT", ">FAIR SHARE", ">LEFT", ">JOBS/QUEUED AT MOST", ">TIME AT MOST",
                "QOS~");
        for (Document login : documents(site, "/accounts")) {
            for (Document a : documents(login, "/associations")) {
                table.row(safe(login, "/user"), safe(a, "/account") + (a.json().path("isDefault").asBoolean() ? " *" : ""),
                        safe(a, "/share/fairShare"), left(a), limits(a), a.text("/maxWallMinutes") == null ? null
                                : a.number("/maxWallMinutes") + " min", qos(a));
            }
        }
        return table;
    }

    private static String left(Document account) {
        List<String> all = new ArrayList<>();
        documents(account, "/budgets").forEach(b -> all.add("%d of %d %s min".formatted(Math.max(0,
                b.number("/limitMinutes") - b.number("/usedMinutes")), b.number("/limitMinutes"), safe(b, "/resource"))));
        return String.join(", ", all);
    }

    private static String limits(Document account) {
        String jobs = account.text("/maxJobs");
        String queued = account.text("/maxSubmitJobs");
        return jobs == null && queued == null ? null : Humane.orDash(jobs) + "/" + Humane.orDash(queued);
    }

    private static String qos(Document account) {
        return String.join(" ", account.list("/qos", q -> Style.harmless(q.path("name").asText())));
    }

    private Table windows() {
        Table table = new Table("NAME", "KIND", "FROM", "UNTIL", ">NODES", "FOR~");
        for (Document w : documents(site, "/windows")) {
            table.row(safe(w, "/name"), w.json().path("maintenance").asBoolean() ? "maintenance" : "reservation",
                    Humane.time(w.time("/from"), shell.now()), Humane.time(w.time("/until"), shell.now()),
                    w.json().path("nodes").size(), (words(w, "/users") + " " + words(w, "/accounts")).strip());
        }
        return table;
    }

    private Table storage() {
        Table table = new Table("USE", "PATH~", ">FREE", ">USED OF QUOTA", ">FILES FREE", "ASKED");
        for (Document s : documents(site, "/facts/storage")) {
            table.row(safe(s, "/use"), safe(s, "/path"), s.text("/freeBytes") == null ? null
                    : Humane.size(s.number("/freeBytes")), s.text("/quotaBytes") == null ? null
                            : Humane.size(s.number("/usedBytes")) + "/" + Humane.size(s.number("/quotaBytes")),
                    s.text("/filesFree"), Humane.ago(site.time("/facts/storageAt"), shell.now()));
        }
        return table;
    }

    private void facts() {
        if (site.time("/facts/inventoryAt") == null) {
            return;
        }
        shell.say("");
        shell.say("login node %s, %s, %s, asked %s".formatted(Humane.orDash(safe(site, "/facts/architecture")),
                Humane.orDash(safe(site, "/facts/system")), Humane.orDash(safe(site, "/facts/libc")),
                Humane.ago(site.time("/facts/inventoryAt"), shell.now())));
        List<String> containers = new ArrayList<>();
        site.json().at("/facts/containers").properties().forEach(e -> containers.add(Style.harmless(
                (e.getKey() + " " + e.getValue().asText()).strip())));
        shell.say("containers " + (containers.isEmpty() ? "none seen" : String.join(", ", containers)));
        List<String> modules = site.list("/facts/modules", m -> Style.harmless(m.path("name").asText()));
        String system = safe(site, "/facts/moduleSystem");
        shell.say("modules " + (system == null ? "not known" : system + (modules.isEmpty() ? "" : ", " + modules.size()
                + " names: " + String.join(" ", modules.subList(0, Math.min(30, modules.size())))
                + (modules.size() > 30 ? " … (--json has all)" : ""))));
    }

    private static List<Document> documents(Document of, String pointer) {
        return of.list(pointer, node -> (Document) () -> node);
    }

    private static String safe(Document of, String pointer) {
        String text = of.text(pointer);
        return text == null ? null : Style.harmless(text);
    }

    private static String words(Document of, String pointer) {
        return Style.harmless(String.join(" ", of.list(pointer, JsonNode::asText)));
    }
}
