/**
 * What a wait waits for and what a wake says, without a database.
 */
package org.diamondhpc.gateway.wake.domain;
