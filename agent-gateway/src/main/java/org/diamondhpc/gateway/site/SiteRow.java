package org.diamondhpc.gateway.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.site.SiteSnapshot;

@Entity
@Table(name = "site")
class SiteRow {
    @Id
    String id;
    String snapshot;
    @Column(name = "changed_at")
    Instant changedAt;

    SiteSnapshot snapshot() {
        try {
            return DiamondJson.json().readValue(snapshot, SiteSnapshot.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
