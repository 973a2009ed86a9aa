/**
 * Flux, as a system's instance or a user's own (the site's prologue then sets {@code FLUX_URI}). Jobs are read as JSON,
 * since their names may hold anything, and known by decimal ids; an attempt's job is found by its working directory,
 * which is shown with each job, where its attribute {@code user.diamond} is not. Facts were recorded from Flux 0.88.
 */
package org.diamondhpc.site.scheduler.flux;
