/** ⑤ Looks at sites: one long-running work row a site account, leased to one replica at a time. */
package org.diamondhpc.monitor.work;
