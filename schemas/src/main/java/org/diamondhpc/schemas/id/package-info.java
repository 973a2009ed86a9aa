/**
 * Ids as records, never bare strings. Every id is legal in a path, a topic key and a URL as it stands.
 */
package org.diamondhpc.schemas.id;
