/** Grid Engine, as its free descendants speak it. */
package org.diamondhpc.site.scheduler.gridengine;
