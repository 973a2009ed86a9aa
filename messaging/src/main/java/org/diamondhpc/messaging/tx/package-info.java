/** Transactions, the service's database and the thread of a trace, for the other packages of this module. */
package org.diamondhpc.messaging.tx;
