package org.diamondhpc.transfer.globus.domain;

import java.util.List;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.PathRules;

/**
 * What a tenant may name in a collection: the same files as at the site itself. Where the account's home is not known,
 * since the site cannot be logged in to, what may be the account's keys or Diamond's own files is told by its name, and
 * no folder is removed: nobody can say what lies in it.
 *
 * @param root the part that is shown; {@code root.root()} is only right where {@code known} is not null
 * @param known the rules of the site's own paths; null where the home is not known
 * @param storageName the last name of Diamond's folder at the site
 */
public record CollectionRules(CollectionRoot root, PathRules known, String storageName) {
    private static final String KEYS = ".ssh";

    /** @throws DiamondException INVALID_PATH outside the mapped root */
    public void mayRead(String path) {
        String real = real(path);
        if (known != null) {
            known.mayRead(real);
        } else {
            byName(path);
        }
    }

    public void mayWrite(String path) {
        String real = real(path);
        if (known != null) {
            known.mayWrite(real);
        } else {
            byName(path);
        }
    }

    /** @param whole a folder with all that is in it */
    public void mayRemove(String path, boolean whole) {
        String real = real(path);
        if (path.equals(root.folder())) {
            throw DiamondException.of(Reason.POLICY_DENIED, "the root of the collection may not be removed or renamed");
        }
        if (known == null) {
            byName(path);
            if (whole) {
                throw DiamondException.of(Reason.POLICY_DENIED, "while the site cannot be logged in to, nobody can say whether"
                        + " the folder holds the account's keys or Diamond's own files; only single files may be removed or renamed");
            }
            return;
        }
        known.mayRemove(real);
        if (whole) {
            known.mayReadTree(real);
        }
    }

    private String real(String path) {
        return root.real(path).orElseThrow(() -> DiamondException.of(Reason.INVALID_PATH,
                path + " is outside of what the site's profile maps of the collection: " + root.base()));
    }

    private void byName(String path) {
        List<String> names = List.of(path.split("/"));
        if (names.contains(KEYS)) {
            throw DiamondException.of(Reason.POLICY_DENIED, "the account's SSH keys are out of reach of agents");
        }
        if (names.contains(storageName)) {
            throw DiamondException.of(Reason.POLICY_DENIED, "what may be Diamond's own folder is out of reach while the"
                    + " site cannot be logged in to");
        }
    }
}
