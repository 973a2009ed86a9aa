package org.diamondhpc.schemas.task;

/**
 * What a job wrote to one of its streams.
 *
 * @param name {@code stdout} or {@code stderr}
 * @param size bytes
 * @param sha256 lower-case hex
 */
public record StreamFile(String name, long size, String sha256) {
}
