/**
 * Measures Diamond as its users meet it: over REST, on real clusters, against what they would do by hand in the same run.
 * {@code diamond bench NAME} brings up an instance and practice clusters of its own, or takes the running ones; it prints
 * what was aimed at beside what was measured, and keeps every raw row. A missed target is a result and not an error.
 */
package org.diamondhpc.bench;
