/**
 * The life of a transfer as a fold of its events.
 */
package org.diamondhpc.gateway.transfer.domain;
