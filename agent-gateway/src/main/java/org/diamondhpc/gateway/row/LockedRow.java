package org.diamondhpc.gateway.row;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Optional;

/**
 * One row, locked until the end of the transaction, as it is under the lock. A find with a lock is not enough: where the
 * transaction read the row before, Hibernate locks it but leaves the entity as it was read, and the next update would
 * write back what others changed in between.
 */
public final class LockedRow {
    private LockedRow() {
    }

    /** Empty where there is none. Changes that this transaction made before are kept. */
    public static <T> Optional<T> find(EntityManager em, Class<T> type, String id) {
        T row = em.find(type, id);
        if (row != null && em.getLockMode(row) != LockModeType.PESSIMISTIC_WRITE) {
            em.flush();
            em.refresh(row, LockModeType.PESSIMISTIC_WRITE);
        }
        return Optional.ofNullable(row);
    }
}
