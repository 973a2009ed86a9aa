/** What a simulator is made of, as its users say it: collections, clients, limits, and the codes of events. */
package org.diamondhpc.globus.simulator.model;
