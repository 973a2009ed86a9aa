/**
 * {@code diamond bench metadata}: applications built for two machines, submitted once without and once with what their
 * files tell.
 */
package org.diamondhpc.bench.metadata;
