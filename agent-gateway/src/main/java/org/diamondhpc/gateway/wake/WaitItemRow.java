package org.diamondhpc.gateway.wake;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.Standing;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.schemas.DiamondJson;

@Entity
@Table(name = "wait_item")
@IdClass(WaitItemRow.Key.class)
class WaitItemRow {
    private static final int MAX_CAUSE = 300;

    @Id
    @Column(name = "wait")
    String waitId;
    @Id
    String kind;
    @Id
    String subject;
    @Id
    String which;
    @Column(updatable = false)
    String terms;
    String cause;
    @Column(name = "met_at")
    Instant metAt;
    @Column(name = "closed_at")
    Instant closedAt;

    /** One thing one wait waits for. */
    record Key(String waitId, String kind, String subject, String which) implements Serializable {
    }

    static WaitItemRow of(String wait, Condition.Item item, Object terms) {
        WaitItemRow row = new WaitItemRow();
        row.waitId = wait;
        row.kind = item.kind().name();
        row.subject = item.subject();
        row.which = item.which();
        row.terms = terms == null ? null : DiamondJson.json().valueToTree(terms).toString();
        return row;
    }

    Condition.Kind kind() {
        return Condition.Kind.valueOf(kind);
    }

    Condition.Item item() {
        return new Condition.Item(kind(), subject, which);
    }

    Key key() {
        return new Key(waitId, kind, subject, which);
    }

    Standing.Part part() {
        return new Standing.Part(kind(), metAt != null, closedAt != null);
    }

    boolean open() {
        return metAt == null && closedAt == null;
    }

    void settle(Verdict verdict, Instant at) {
        if (verdict.met()) {
            metAt = at;
        } else {
            closedAt = at;
        }
        String why = verdict.cause();
        cause = why != null && why.length() > MAX_CAUSE ? why.substring(0, MAX_CAUSE - 1) + "…" : why;
    }

    <T> T terms(Class<T> type) {
        try {
            return DiamondJson.json().readValue(terms, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
