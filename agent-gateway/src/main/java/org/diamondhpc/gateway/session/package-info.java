/**
 * One agent's conversation: what it is about, its notes, and whether the agent sleeps. A session outlives the agent's
 * process; what it waits for and how it is woken is the feature {@code wake}.
 */
package org.diamondhpc.gateway.session;
