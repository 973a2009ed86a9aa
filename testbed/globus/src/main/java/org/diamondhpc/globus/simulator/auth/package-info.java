/** Globus Auth: clients, scopes, tokens, consents, and the calls that deal in them. */
package org.diamondhpc.globus.simulator.auth;
