package org.diamondhpc.discovery.work;

import org.diamondhpc.schemas.id.SiteId;

/** A site whose inventory and storage are asked for now and then. */
public record SurveyWork(SiteId site) {
    /** The kind of the work. */
    public static final String KIND = "survey";
}
