package org.diamondhpc.gateway.site;

/** Fired in the transaction in which something new was seen of a site. */
public record SitesChanged() {
}
