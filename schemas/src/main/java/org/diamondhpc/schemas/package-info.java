/**
 * The contracts of Diamond Agent, read first: ids, task specifications, the events ①–⑥ that take a task once
 * round the ring, site snapshots, site requests and the reason codes every edge speaks. No framework: records,
 * sealed interfaces and Jackson annotations only.
 */
package org.diamondhpc.schemas;
