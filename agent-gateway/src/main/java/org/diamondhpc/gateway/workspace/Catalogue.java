package org.diamondhpc.gateway.workspace;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.workspace.domain.Copies;
import org.diamondhpc.gateway.workspace.domain.Lineage;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.Replica;
import org.jboss.logging.Logger;

/** Which files there are, and where their copies lie. Every method joins or needs a transaction. */
@ApplicationScoped
@Transactional
public class Catalogue implements PanacheRepositoryBase<FileRow, FileRow.Key> {
    private static final Logger LOG = Logger.getLogger(Catalogue.class);
    private static final String CURSOR = "file";
    private static final String LAST = "\uffff";

    /** A workspace with something in it. */
    public record WorkspaceSummary(WorkspaceId id, long files, long bytes, Instant changedAt) {
    }

    public Optional<WorkspaceFile> find(TenantId tenant, LogicalPath path) {
        return findByIdOptional(FileRow.Key.of(tenant, path)).map(FileRow::view);
    }

    /** @throws DiamondException {@code INVALID_NOT_FOUND} */
    public WorkspaceFile get(TenantId tenant, LogicalPath path) {
        return find(tenant, path).orElseThrow(() ->
                DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no file " + path));
    }

    /** Copies were found; what they are replaces the entry unless the content is the same. */
    public WorkspaceFile put(TenantId tenant, LogicalPath path, long size, String sha256, List<Replica> copies,
            Lineage lineage, Instant at) {
        return put(findById(FileRow.Key.of(tenant, path), LockModeType.PESSIMISTIC_WRITE),
                new Found(tenant, path, size, sha256, copies, lineage, at)).view();
    }

    /** Copies of a file. */
    private record Found(TenantId tenant, LogicalPath path, long size, String sha256, List<Replica> copies,
            Lineage lineage, Instant at) {
        FileRow.Key key() {
            return FileRow.Key.of(tenant, path);
        }
    }

    /** @param known null: there is no entry yet */
    private FileRow put(FileRow known, Found found) {
        FileRow row = known == null ? FileRow.of(found.key()) : known;
        boolean same = known != null && Copies.same(row.sha256, found.sha256());
        row.replicas = FileRow.write(same ? Copies.merged(row.replicaList(), found.copies()) : found.copies());
        row.lineage = same ? row.lineage : FileRow.write(found.lineage());
        row.size = found.size();
        row.sha256 = found.sha256();
        row.changedAt = found.at();
        row.version++;
        if (known == null) {
            persist(row);
        }
        return row;
    }

    /** One look, in the order of paths, at what is there of each workspace. */
    private void put(List<Found> all) {
        Map<FileRow.Key, FileRow> rows = new HashMap<>();
        all.stream().collect(Collectors.groupingBy(f -> FileRow.Key.of(f.tenant(), f.path()).place(), TreeMap::new,
                Collectors.mapping(f -> f.path().path(), Collectors.toSet()))).forEach((place, paths) ->
                        locked(place, paths).forEach(row -> rows.put(row.key(), row)));
        all.forEach(found -> rows.put(found.key(), put(rows.get(found.key()), found)));
    }

    @SuppressWarnings("unchecked")
    private List<FileRow> locked(FileRow.Place place, Set<String> paths) {
        return getEntityManager().createNativeQuery("SELECT * FROM workspace_file WHERE tenant = ?1 AND workspace = ?2"
                + " AND path = ANY(?3) ORDER BY path FOR UPDATE", FileRow.class).setParameter(1, place.tenant())
                .setParameter(2, place.workspace()).setParameter(3, paths.toArray(String[]::new)).getResultList();
    }

    /** Forgets the entry; copies at sites stay. False where there was none. */
    public boolean remove(TenantId tenant, LogicalPath path) {
        return deleteById(FileRow.Key.of(tenant, path));
    }

    /** By name, those that begin with {@code prefix}. */
    public Page<WorkspaceFile> list(TenantId tenant, WorkspaceId workspace, String prefix, String cursor, int limit) {
        String after = Cursor.after(CURSOR, cursor);
        List<FileRow> rows = find("tenant = ?1 and workspace = ?2 and path > ?3 and path >= ?4 and path < ?5"
                + " order by path", tenant.value(), workspace.value(), after == null ? "" : after, prefix,
                prefix + LAST).range(0, limit).list();
        return Page.of(rows, limit, CURSOR, r -> r.path).map(FileRow::view);
    }

    public List<WorkspaceSummary> workspaces(TenantId tenant) {
        return getEntityManager().createQuery("""
                SELECT f.workspace, count(*), sum(f.size), max(f.changedAt) FROM FileRow f WHERE f.tenant = ?1
                GROUP BY f.workspace ORDER BY f.workspace
                """, Object[].class).setParameter(1, tenant.value()).setMaxResults(1000).getResultStream()
                .map(r -> new WorkspaceSummary(new WorkspaceId((String) r[0]), (Long) r[1], (Long) r[2],
                        (Instant) r[3])).toList();
    }

    /**
     * The directories of a task's attempts are removed at their sites: a file of the task's that has a copy elsewhere
     * keeps it, any other is gone.
     */
    public void siteCopiesGone(TenantId tenant, WorkspaceId workspace, TaskId task, List<CollectedOutput> outputs) {
        String own = "tasks/" + task + "/";
        String attempts = "/attempts/" + tenant + "/" + task + ".";
        list("tenant = ?1 and workspace = ?2 and path >= ?3 and path < ?4", tenant.value(), workspace.value(), own,
                own + LAST).forEach(row -> without(row, attempts));
        outputs.stream().flatMap(o -> legal(o.path()).stream()).filter(p -> !p.path().startsWith(own))
                .flatMap(p -> findByIdOptional(FileRow.Key.of(tenant, p)).stream())
                .forEach(row -> without(row, attempts));
    }

    private void without(FileRow row, String attempts) {
        List<Replica> all = row.replicaList();
        List<Replica> elsewhere = all.stream().filter(r -> r.site() == null || !r.path().contains(attempts)).toList();
        if (elsewhere.isEmpty()) {
            delete(row);
        } else if (elsewhere.size() < all.size()) {
            row.replicas = FileRow.write(elsewhere);
            row.version++;
        }
    }

    /** What a task left behind, and when that was told. */
    public record Left(TaskEvent.OutputsCollected event, Instant at) {
        private Stream<Found> files() {
            Lineage lineage = Lineage.task(event.task(), event.order().attempt(), event.placement().site(), at);
            return event.outputs().stream().flatMap(o -> legal(o.path()).map(path -> new Found(event.tenant(), path,
                    o.size(), o.sha256(), o.replicas(), lineage, at)).stream());
        }
    }

    /** ⑥ What tasks left behind, in the order in which that was told. */
    public void on(List<Left> left) {
        put(left.stream().flatMap(Left::files).toList());
    }

    /** A file whose name cannot be catalogued must not keep its task from ending. */
    private static Optional<LogicalPath> legal(String path) {
        try {
            return Optional.of(LogicalPath.parse(path));
        } catch (DiamondException e) {
            LOG.warnf("A file cannot be catalogued; cause=%s", e.problem().detail());
            return Optional.empty();
        }
    }

    /** Files that arrived where an agent asked for them. */
    public void on(TransferEvent event, List<TransferEvent.Done> done, Instant at) {
        put(done.stream().filter(file -> file.logical() != null).flatMap(file -> legal(file.logical()).map(path ->
                new Found(event.tenant(), path, file.size(), file.sha256(), List.of(file.to()),
                        Lineage.transfer(event.transfer(), at), at)).stream()).toList());
    }
}
