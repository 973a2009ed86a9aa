/**
 * What went wrong, in words every edge shares: a stable code, whether trying again helps, and what to do.
 */
package org.diamondhpc.schemas.reason;
