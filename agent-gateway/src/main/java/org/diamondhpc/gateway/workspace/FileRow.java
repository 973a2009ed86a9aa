package org.diamondhpc.gateway.workspace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.diamondhpc.gateway.workspace.domain.Lineage;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.task.Replica;

@Entity
@Table(name = "workspace_file")
@IdClass(FileRow.Key.class)
class FileRow {
    @Id
    String tenant;
    @Id
    String workspace;
    @Id
    String path;
    long size;
    String sha256;
    String replicas;
    String lineage;
    int version;
    @Column(name = "changed_at")
    Instant changedAt;

    /** Whose file, and which. */
    record Key(String tenant, String workspace, String path) implements Serializable {
        static Key of(TenantId tenant, LogicalPath path) {
            return new Key(tenant.value(), path.workspace().value(), path.path());
        }

        Place place() {
            return new Place(tenant, workspace);
        }
    }

    /** Where a file is: one tenant's workspace. */
    record Place(String tenant, String workspace) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Comparator.comparing(Place::tenant).thenComparing(Place::workspace).compare(this, other);
        }
    }

    static FileRow of(Key key) {
        FileRow row = new FileRow();
        row.tenant = key.tenant();
        row.workspace = key.workspace();
        row.path = key.path();
        return row;
    }

    Key key() {
        return new Key(tenant, workspace, path);
    }

    WorkspaceFile view() {
        return new WorkspaceFile(new LogicalPath(new WorkspaceId(workspace), path).toString(), path, size, sha256,
                replicaList(), read(lineage, new TypeReference<Lineage>() { }), changedAt);
    }

    List<Replica> replicaList() {
        return read(replicas, new TypeReference<List<Replica>>() { });
    }

    static <T> T read(String json, TypeReference<T> type) {
        try {
            return DiamondJson.json().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String write(Object value) {
        try {
            return DiamondJson.json().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
