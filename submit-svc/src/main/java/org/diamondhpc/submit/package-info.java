/**
 * ④ submit-svc turns a placed and staged task into exactly one job. {@code intake} takes events in, {@code domain}
 * decides (pure), {@code work} acts at the site from the durable work table, {@code request} answers hold and release.
 */
package org.diamondhpc.submit;
