package org.diamondhpc.cli.client;

/**
 * A piece of what a task printed.
 *
 * @param next the offset that follows it
 * @param size the file's size at that moment, bytes
 */
public record LogPiece(byte[] bytes, long next, long size) {
}
