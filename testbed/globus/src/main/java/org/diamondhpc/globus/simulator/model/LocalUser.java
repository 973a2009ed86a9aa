package org.diamondhpc.globus.simulator.model;

/**
 * An account at a collection's site.
 *
 * @param home its home directory, as a path of the file system behind the collection
 */
public record LocalUser(String name, int uid, int gid, String home) { }
