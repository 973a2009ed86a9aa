/**
 * The port to every scheduler. {@link org.diamondhpc.site.scheduler.Dialect} is the face: look at a site, translate a
 * task into a job script, submit exactly once, tick over all jobs of an account in one command, act on jobs. A family
 * is one sub-package and one line in {@link org.diamondhpc.site.scheduler.Dialects}. Everything read from a site is
 * text with delimiters rather than JSON, since the JSON of one scheduler differs by version and ignores filters.
 */
package org.diamondhpc.site.scheduler;
