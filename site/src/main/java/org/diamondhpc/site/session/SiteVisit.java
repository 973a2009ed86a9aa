package org.diamondhpc.site.session;

/** A site that is not written down yet, for as long as it is looked at. */
public interface SiteVisit extends AutoCloseable {
    SiteSession session();

    /** Ends its connections. */
    @Override
    void close();
}
