/**
 * How a wake is signed, where it may be sent to, and what follows from an answer; without a network or a database.
 */
package org.diamondhpc.gateway.webhook.domain;
