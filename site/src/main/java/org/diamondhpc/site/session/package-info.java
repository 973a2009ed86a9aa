/**
 * The face of a site: run a constant program with data arguments, reach files, follow a file. Whoever uses a site
 * (scheduler dialects, movers, probes) uses these types only; how the bytes get there is {@code site.ssh}'s.
 * Every call either gives a healthy answer or throws a {@link org.diamondhpc.site.session.SiteException} that says
 * whether the effect may have happened: a failed look is not news.
 */
package org.diamondhpc.site.session;
