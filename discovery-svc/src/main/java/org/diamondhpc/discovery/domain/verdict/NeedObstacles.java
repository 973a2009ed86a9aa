package org.diamondhpc.discovery.domain.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.discovery.domain.needs.Need;
import org.diamondhpc.discovery.domain.wait.Architectures;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteFacts.Storage;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.ResolvedInput;

/** Where a site lacks what a task's application, files and script need. */
final class NeedObstacles {
    private final Demand demand;
    private final SiteView view;
    private final SiteSnapshot site;
    private final SiteSoftware software;
    private final List<Obstacle> found = new ArrayList<>();

    private NeedObstacles(Demand demand, SiteView view) {
        this.demand = demand;
        this.view = view;
        this.site = view.snapshot();
        this.software = new SiteSoftware(site);
    }

    static List<Obstacle> of(Demand demand, SiteView site) {
        NeedObstacles obstacles = new NeedObstacles(demand, site);
        demand.needs().forEach(obstacles::check);
        obstacles.room();
        return obstacles.found;
    }

    private void check(Need need) {
        switch (need) {
            case Need.Contradiction c -> add(c, c.why());
            case Need.Module m -> software.lacks(m.name()).ifPresent(why -> add(m, why));
            case Need.Mpi mpi -> mpi(mpi);
            case Need.Libc libc -> libc(libc);
            case Need.Architecture a -> wholeSite(a);
        }
    }

    private void add(Need need, String why) {
        found.add(Obstacle.never(need.from().equals("the request") ? why : need.from() + ": " + why));
    }

    private void mpi(Need.Mpi mpi) {
        Set<String> there = software.byName().keySet();
        if (software.modulesKnown() && mpi.software().stream().noneMatch(name -> there.stream()
                .anyMatch(name::equalsIgnoreCase))) {
            add(mpi, "it loads %s, and the site lists none of %s".formatted(mpi.library(), String.join(", ",
                    mpi.software())));
        }
    }

    private void libc(Need.Libc libc) {
        String there = site.facts() == null ? null : site.facts().libc();
        String[] needs = libc.least().split(" ");
        String[] has = there == null ? new String[0] : there.split(" ");
        if (has.length == 2 && has[0].equals(needs[0]) && SoftwareNeed.compare(has[1], needs[1]) < 0) {
            add(libc, "it needs %s, the site has %s".formatted(libc.least(), there));
        }
    }

    /** Of a site whose nodes nobody has seen only its label tells. */
    private void wholeSite(Need.Architecture need) {
        String label = site.labels().get("architecture");
        if (site.nodes().isEmpty() && label != null && need.any().stream().noneMatch(a ->
                Architectures.same(a, label))) {
            add(need, "it is made for %s, the site is %s".formatted(String.join(" or ", need.any()), label));
        }
    }

    private void room() {
        long needed = demand.order().inputs().stream().filter(i -> i.replicas().stream()
                .noneMatch(r -> site.site().equals(r.site()))).mapToLong(NeedObstacles::size).sum();
        Optional<Storage> root = site.facts() == null || needed == 0 ? Optional.empty() : view.account(
                demand.order().tenant()).flatMap(login -> site.facts().storage().stream().filter(s -> s.use()
                        .equals("root") && s.user().equals(login.user()) && s.freeBytes() != null).findFirst());
        root.filter(s -> s.freeBytes() < needed).ifPresent(s -> found.add(Obstacle.notNow(Reason.SITE_DISK_FULL,
                "the inputs need %s, %s can be written at %s".formatted(Words.ofBytes(needed),
                        Words.ofBytes(s.freeBytes()), s.path()))));
    }

    private static long size(ResolvedInput input) {
        return input.content() != null ? input.content().length() : input.size() == null ? 0 : input.size();
    }
}
