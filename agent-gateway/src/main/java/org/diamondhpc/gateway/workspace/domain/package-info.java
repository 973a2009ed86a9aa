/**
 * Rules of the catalogue without a database: which paths are legal, what becomes of an entry's copies.
 */
package org.diamondhpc.gateway.workspace.domain;
