/**
 * Commands on tasks: planning, running, watching, waiting, results.
 */
package org.diamondhpc.cli.task;
