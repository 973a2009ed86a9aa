package org.diamondhpc.site.session;

import java.util.List;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;

/** All sites this process may reach. Sessions are made when first asked for and kept. */
public interface SiteSessions extends AutoCloseable {
    /** The session of the account a tenant has there. @throws SiteException SITE_UNKNOWN, SITE_NO_ACCOUNT */
    SiteSession of(SiteId site, TenantId tenant);

    /** @throws SiteException SITE_UNKNOWN, SITE_NO_ACCOUNT */
    SiteSession of(AccountId account);

    /** Health of every account of every profile, asked for or not. */
    List<SiteHealth> health();

    /**
     * Logs in now with a human's help; the connection is kept and serves everybody until it is cut.
     *
     * @throws SiteException SITE_AUTH_REFUSED where the answers were wrong, and as {@link SiteSession}
     */
    void login(AccountId account, LoginPrompts prompts);

    /** Drops the kept connections of an account. */
    void logout(AccountId account);

    @Override
    void close();
}
