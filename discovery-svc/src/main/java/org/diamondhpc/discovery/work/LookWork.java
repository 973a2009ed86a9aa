package org.diamondhpc.discovery.work;

import org.diamondhpc.schemas.id.SiteId;

/** A site to be looked at again and again. */
public record LookWork(SiteId site) {
    /** The kind of the work. */
    public static final String KIND = "look";
}
