package org.diamondhpc.gateway.policy;

import java.util.Set;
import org.diamondhpc.schemas.id.TenantId;

/**
 * Who asks.
 *
 * @param name for the audit trail, never a secret
 */
public record Caller(TenantId tenant, String name, Set<String> roles) {
    public Caller {
        roles = Set.copyOf(roles);
    }

    public boolean is(String role) {
        return roles.contains(role);
    }
}
