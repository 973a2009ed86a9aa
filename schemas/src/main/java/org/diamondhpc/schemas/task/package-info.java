/**
 * What becomes of a request: placement, staging, the job and its outcome, the collected outputs.
 */
package org.diamondhpc.schemas.task;
