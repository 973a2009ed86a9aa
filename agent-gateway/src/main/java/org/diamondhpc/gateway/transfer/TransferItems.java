package org.diamondhpc.gateway.transfer;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.WorkspaceFile;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.spec.DataPlace;
import org.diamondhpc.schemas.task.Replica;

/**
 * Turns what is asked for into sources and targets. A target in a workspace is Diamond's own store and is catalogued
 * there; a copy of a workspace file at a site is one more copy of that file.
 */
@ApplicationScoped
class TransferItems {
    private final Catalogue catalogue;
    private final Sites sites;

    TransferItems(Catalogue catalogue, Sites sites) {
        this.catalogue = catalogue;
        this.sites = sites;
    }

    List<TransferEvent.Item> resolve(TenantId tenant, List<TransferView.Item> asked, List<Violation> violations) {
        List<TransferEvent.Item> all = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            TransferView.Item item = asked.get(i);
            Source source = attempt("/items/" + i + "/from", violations, () -> source(tenant, item.from()));
            Target target = attempt("/items/" + i + "/to", violations, () -> target(tenant, item.to()));
            if (source != null && target != null) {
                String logical = target.logical() != null ? target.logical() : source.logical();
                Replica to = target.replica() != null ? target.replica()
                        : Replica.inStore(source.sha256() == null ? "" : source.sha256());
                all.add(new TransferEvent.Item(item.from(), source.replicas(), to, logical, source.size(),
                        source.sha256()));
            }
        }
        return all;
    }

    /** Only what lies at one site can be moved away: other copies of a workspace's file are others' too. */
    void mustBeAtSites(List<TransferView.Item> asked, List<Violation> violations) {
        for (int i = 0; i < asked.size(); i++) {
            if (asked.get(i).from().startsWith(DataPlace.WORKSPACE_SCHEME)) {
                violations.add(new Violation("/items/" + i + "/from",
                        "a workspace's file has copies that others may use: only SITE:/path can be moved away"));
            }
        }
    }

    private record Source(List<Replica> replicas, String logical, Long size, String sha256) {
    }

    /** {@code replica} absent: Diamond's own store. */
    private record Target(Replica replica, String logical) {
    }

    private Source source(TenantId tenant, String text) {
        return switch (DataPlace.parse(text)) {
            case DataPlace.InWorkspace place -> {
                WorkspaceFile file = catalogue.get(tenant, new LogicalPath(place.workspace(), place.path()));
                yield new Source(file.replicas(), file.uri(), file.size(), file.sha256());
            }
            case DataPlace.AtSite place -> {
                sites.requireVisible(tenant, place.site());
                yield new Source(List.of(Replica.at(place.site(), place.path())), null, null, null);
            }
            case DataPlace.OfTask place -> throw new IllegalArgumentException(
                    "outputs of a task are workspace files: ws://WORKSPACE/path");
        };
    }

    private Target target(TenantId tenant, String text) {
        return switch (DataPlace.parse(text)) {
            case DataPlace.InWorkspace place ->
                    new Target(null, new LogicalPath(place.workspace(), place.path()).toString());
            case DataPlace.AtSite place -> {
                sites.requireVisible(tenant, place.site());
                yield new Target(Replica.at(place.site(), place.path()), null);
            }
            case DataPlace.OfTask place -> throw new IllegalArgumentException("a task is no target");
        };
    }

    private interface Reading<T> {
        T read();
    }

    private static <T> T attempt(String pointer, List<Violation> violations, Reading<T> reading) {
        try {
            return reading.read();
        } catch (DiamondException e) {
            if (e.problem().outcome() == Outcome.TEMPORARY) {
                throw e; // nothing is wrong with the request
            }
            violations.add(new Violation(pointer, e.problem().detail()));
        } catch (IllegalArgumentException e) {
            violations.add(new Violation(pointer, e.getMessage()));
        }
        return null;
    }
}
