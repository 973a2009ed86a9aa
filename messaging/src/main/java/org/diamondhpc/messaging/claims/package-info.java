/**
 * Large bodies in a shared folder, named by the SHA-256 of their content: written beside, synced, then renamed into
 * place, so that a claim is whole or absent whatever happens.
 */
package org.diamondhpc.messaging.claims;
