/**
 * One login for all processes of a Diamond instance. Where a site asks a human for a code, the process in which the
 * human logged in passes channels of its connection on to the others, over a loopback SSH server that accepts only the
 * instance's own key. The others find it by a file in the instance's state folder; when the connection upstream ends,
 * the file goes and everybody sees that a login is needed.
 */
package org.diamondhpc.site.broker;
