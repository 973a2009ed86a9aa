package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.id.AccountId;

/**
 * A file whose content is known, as long as size and time are still these.
 *
 * @param path absolute
 * @param modified seconds since 1970
 */
record ReplicaFact(AccountId account, String path, String sha256, long size, long modified) {
}
