/** The file systems behind collections, with the rights of the people who use them. */
package org.diamondhpc.globus.simulator.storage;
