/** LSF, from its documentation alone. */
package org.diamondhpc.site.scheduler.lsf;
