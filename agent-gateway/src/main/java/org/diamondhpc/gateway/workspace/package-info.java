/**
 * The agent's cross-site memory: a catalogue of files by logical path {@code ws://NAME/path} with their copies, sizes,
 * checksums and origin, and notes. A workspace exists as soon as something lies in it. Bytes lie in the claim store or
 * stay at a site until somebody asks for them.
 */
package org.diamondhpc.gateway.workspace;
