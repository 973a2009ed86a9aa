package org.diamondhpc.transfer.domain;

import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/**
 * What a tenant may name at a site. Tenants may share a login there, so Diamond and not the site keeps them out of
 * each other's attempts; and an agent gets no key with which it could log in past Diamond. Every path asked about has
 * its links and dots resolved.
 *
 * @param home the account's home, resolved
 * @param storage where Diamond keeps its files, resolved
 */
public record PathRules(TenantId tenant, String home, String storage) {
    private static final String ATTEMPTS = "/attempts";

    /** @throws DiamondException AUTH_FORBIDDEN for other tenants' files, POLICY_DENIED for the account's keys */
    public String mayRead(String path) {
        String attempts = storage + ATTEMPTS;
        if (inside(path, attempts) && !inside(path, attempts + "/" + tenant)) {
            throw DiamondException.of(Reason.AUTH_FORBIDDEN, "only attempts of tenant " + tenant
                    + " may be named: @/attempts/" + tenant + "/…");
        }
        if (inside(path, home + "/.ssh")) {
            throw DiamondException.of(Reason.POLICY_DENIED, "the account's SSH keys are out of reach of agents");
        }
        return path;
    }

    /** As {@link #mayRead} for a folder with all that is in it. */
    public String mayReadTree(String path) {
        mayRead(path);
        if (inside(storage + ATTEMPTS, path)) {
            throw DiamondException.of(Reason.AUTH_FORBIDDEN,
                    "the folder holds other tenants' attempts; name a folder in it");
        }
        if (inside(home + "/.ssh", path)) {
            throw DiamondException.of(Reason.POLICY_DENIED,
                    "the folder holds the account's SSH keys; name a folder in it");
        }
        return path;
    }

    /** As {@link #mayRead}, and no file of Diamond's own bookkeeping. */
    public String mayWrite(String path) {
        mayRead(path);
        if (path.equals(storage + "/hints")) {
            throw DiamondException.of(Reason.POLICY_DENIED, "Diamond's own files may not be written");
        }
        return path;
    }

    /** As {@link #mayWrite}, and nothing that holds the account's home or Diamond's files. */
    public String mayRemove(String path) {
        mayWrite(path);
        if (inside(home, path) || inside(storage, path) || path.equals(storage + ATTEMPTS + "/" + tenant)) {
            throw DiamondException.of(Reason.POLICY_DENIED,
                    "neither the home, nor Diamond's own folder, nor one that holds them may be removed or renamed");
        }
        return path;
    }

    private static boolean inside(String path, String folder) {
        return folder.equals("/") || path.equals(folder) || path.startsWith(folder + "/");
    }
}
