/** HTTP: the server, requests as handlers see them, refusals, metering, and trouble of the service itself. */
package org.diamondhpc.globus.simulator.http;
