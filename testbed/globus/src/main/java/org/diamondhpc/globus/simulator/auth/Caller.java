package org.diamondhpc.globus.simulator.auth;

/**
 * Who asks.
 *
 * @param id of the identity, which is the client's own
 */
public record Caller(String id, String username) { }
