package org.diamondhpc.gateway.policy;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;
import org.diamondhpc.schemas.reason.DiamondException;

/** The caller of the current request. */
@RequestScoped
public class CallerSource {
    private final SecurityIdentity identity;
    private final Callers callers;

    CallerSource(SecurityIdentity identity, Callers callers) {
        this.identity = identity;
        this.callers = callers;
    }

    /** @throws DiamondException {@code AUTH_MISSING} or {@code AUTH_FORBIDDEN} */
    public Caller caller() {
        return callers.of(identity);
    }

    /** The caller, who must be allowed to change things. */
    public Caller writer() {
        return caller().requireWriter();
    }
}
