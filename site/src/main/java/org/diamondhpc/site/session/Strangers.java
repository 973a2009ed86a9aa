package org.diamondhpc.site.session;

import org.diamondhpc.site.profile.SiteProfile;

/** Sites that are not written down yet. */
public interface Strangers {
    /**
     * The key that a new site's host shows, through its jump host where it has one. Nobody logs in.
     *
     * @throws SiteException SITE_UNREACHABLE, and of the jump host as {@link SiteSession}
     */
    ShownKey shownKey(SiteProfile stranger);

    /** A new site by its first account, without its profile being among those that are written down. */
    SiteVisit visit(SiteProfile stranger);
}
