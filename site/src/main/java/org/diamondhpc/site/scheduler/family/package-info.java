/**
 * What families of schedulers have in common that are asked by composite sh programs: one look at all jobs, the search
 * for an attempt's job, acts on jobs, and the judgement of what was seen. A family brings its own words
 * ({@link org.diamondhpc.site.scheduler.family.Family}) and a few sh functions; promises are kept here, once.
 */
package org.diamondhpc.site.scheduler.family;
