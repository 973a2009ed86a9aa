/** How rows are read that are to be changed; no feature's own. */
package org.diamondhpc.gateway.row;
