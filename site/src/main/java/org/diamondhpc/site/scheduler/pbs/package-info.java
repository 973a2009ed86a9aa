/** PBS, as OpenPBS, PBS Professional and Torque speak it. */
package org.diamondhpc.site.scheduler.pbs;
