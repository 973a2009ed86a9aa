package org.diamondhpc.gateway.policy;

import java.util.Set;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Who asks.
 *
 * @param name for the audit trail, never a secret
 */
public record Caller(TenantId tenant, String name, Set<String> roles) {
    public Caller {
        roles = Set.copyOf(roles);
    }

    /**
     * The same caller, where it may change things.
     *
     * @throws DiamondException {@code AUTH_FORBIDDEN}
     */
    public Caller requireWriter() {
        if (!is(Roles.USER) && !is(Roles.ADMIN)) {
            throw DiamondException.of(Reason.AUTH_FORBIDDEN, "the token may only read");
        }
        return this;
    }

    /**
     * The same caller, where it operates the instance.
     *
     * @throws DiamondException {@code AUTH_FORBIDDEN}
     */
    public Caller requireOperator() {
        if (!is(Roles.ADMIN)) {
            throw DiamondException.of(Reason.AUTH_FORBIDDEN, "only an operator's token may do this");
        }
        return this;
    }

    public boolean is(String role) {
        return roles.contains(role);
    }
}
