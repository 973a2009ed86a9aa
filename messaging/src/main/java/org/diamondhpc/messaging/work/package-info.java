/**
 * The work table and those who work it. A row is taken up by moving its due time to the end of a lease; a heartbeat
 * moves it on while the handler works; every answer is written under the lease's token. So a killed worker's row
 * falls due by itself, and a worker that was presumed dead can write nothing any more.
 */
package org.diamondhpc.messaging.work;
