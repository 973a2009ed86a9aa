package org.diamondhpc.gateway.policy;

/** What a token allows. */
public final class Roles {
    /** Reads what belongs to the tenant. */
    public static final String VIEWER = "viewer";
    /** Reads and asks for work. */
    public static final String USER = "user";
    /** Operates the instance: sees the audit trail of all tenants. */
    public static final String ADMIN = "admin";

    private Roles() {
    }
}
