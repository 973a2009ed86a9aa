/**
 * Commands on sessions: an agent's conversation, sleeping and being woken.
 */
package org.diamondhpc.cli.session;
