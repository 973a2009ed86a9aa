/**
 * The guided run: a workflow of two steps with real computation and real data across clusters, told as a story.
 */
package org.diamondhpc.cli.demo;
