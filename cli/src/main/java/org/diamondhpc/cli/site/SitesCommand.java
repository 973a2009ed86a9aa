package org.diamondhpc.cli.site;

import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Site;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.SiteId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "sites", description = "The sites you may use, or one of them with its partitions.")
class SitesCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(arity = "0..1", paramLabel = "SITE", description = "Only this site.")
    SiteId site;

    @Option(names = "--full", description = "Everything that was seen: nodes, queue, limits. Best with --json.")
    boolean full;

    SitesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (full) {
            full();
        } else if (site != null) {
            Site seen = shell.client().sites().get(site);
            show(seen);
        } else {
            list(shell.client().sites().list());
        }
        return 0;
    }

    private void list(List<Site> sites) {
        if (shell.json()) {
            shell.documents(sites);
        } else if (shell.quiet()) {
            sites.forEach(s -> shell.result(s.id().value()));
        } else if (sites.isEmpty()) {
            shell.say("No site has been seen yet; a profile in the sites folder makes one.");
        } else {
            SiteTables.sites(shell, sites).print(shell.terminal());
        }
    }

    void show(Site seen) {
        if (shell.json()) {
            shell.document(seen.json());
            return;
        }
        SiteTables.head(shell, seen);
        SiteTables.partitions(seen).print(shell.terminal());
        new SitePages(shell, seen).print();
    }

    private void full() {
        if (site == null) {
            List<Site> all = shell.client().sites().list().stream()
                    .map(s -> shell.client().sites().full(s.id())).toList();
            if (shell.json()) {
                shell.documents(all);
            } else {
                all.forEach(s -> SiteTables.full(shell, s));
            }
            return;
        }
        Site seen = shell.client().sites().full(site);
        if (shell.json()) {
            shell.document(seen.json());
        } else {
            SiteTables.full(shell, seen);
        }
    }
}
