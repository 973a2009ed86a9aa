/**
 * Globus Auth: who Diamond is, the tokens it gets for that, and where a person must help. Tokens lie sealed in the
 * database, are refreshed long before they end, and stand in no log, event or error.
 */
package org.diamondhpc.transfer.globus.auth;
