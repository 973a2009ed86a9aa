package org.diamondhpc.transfer.globus.domain;

import org.diamondhpc.schemas.id.SiteId;

/**
 * Between which collections, of which sites.
 *
 * @param encrypted whether one of them insists on it
 */
public record Way(SiteId fromSite, String from, SiteId toSite, String to, boolean encrypted) {
}
