package org.diamondhpc.globus.simulator.auth;

import java.time.Instant;
import java.util.List;

/** @param scopes base scopes only */
record Token(String value, String client, String resourceServer, List<String> scopes, Instant issued, Instant expires) { }
