/**
 * Commands on workspace files: up, down, list, forget.
 */
package org.diamondhpc.cli.file;
