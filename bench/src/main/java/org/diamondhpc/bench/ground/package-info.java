/**
 * Where it is measured: an instance and practice clusters, own ones that end with the benchmark or the running ones; with
 * a small REST client, so that what is timed is Diamond and not a client of its.
 */
package org.diamondhpc.bench.ground;
