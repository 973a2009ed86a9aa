/** Flux, as a site's system instance or a user's own. */
package org.diamondhpc.site.scheduler.flux;
