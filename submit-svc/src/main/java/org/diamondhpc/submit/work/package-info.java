/** ④ Effects at sites, each a durable work row: submitting, looking after a doubt, cancelling. */
package org.diamondhpc.submit.work;
