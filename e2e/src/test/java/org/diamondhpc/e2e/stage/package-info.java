/**
 * What the tests stand on: the running instance, the clusters with their fault switches, a client of the public REST
 * API, the task topic as it is appended to, and a witness at each cluster that Diamond knows nothing of.
 */
package org.diamondhpc.e2e.stage;
