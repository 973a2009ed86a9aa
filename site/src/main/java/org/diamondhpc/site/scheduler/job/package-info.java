/**
 * What runs inside a job, whatever the scheduler: the wrapper that claims the attempt, says when it starts and ends and
 * with what, and the user's work with its arguments and environment as data. Also the bundle that brings these files
 * to the site. The wrapper's text is constant; everything of the user's is a quoted word or a file of its own.
 */
package org.diamondhpc.site.scheduler.job;
