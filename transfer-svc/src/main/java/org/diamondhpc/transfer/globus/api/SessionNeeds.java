package org.diamondhpc.transfer.globus.api;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/** What a fresh sign-on must look like; empty lists and false ask for nothing. */
public record SessionNeeds(String message, List<String> identities, List<String> policies, List<String> domains,
        boolean mfa, String prompt) {
    public SessionNeeds {
        identities = Absent.list(identities);
        policies = Absent.list(policies);
        domains = Absent.list(domains);
    }

    public boolean any() {
        return !identities.isEmpty() || !policies.isEmpty() || !domains.isEmpty() || mfa;
    }
}
