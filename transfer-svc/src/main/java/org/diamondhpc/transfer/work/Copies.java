package org.diamondhpc.transfer.work;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.id.AccountId;

/** Remembers which content lies where at sites. */
interface Copies {
    /** Remembers files in the current transaction. */
    void record(List<ReplicaFact> facts);

    /** Where an account has files of this content, the latest seen first; a few. */
    List<String> copies(AccountId account, String sha256);

    /** The content of a file that has not changed since it was seen. */
    Optional<String> content(AccountId account, String path, long size, long modified);

    /** Forgets what is known below a folder that is gone, in the current transaction. */
    void forget(AccountId account, String folder);

    /** SHA-256 of what is known below a folder, by relative path. */
    Map<String, String> below(AccountId account, String folder);
}
