/**
 * The outbox. Events gather in the transaction and are written as rows right before it commits, under one advisory
 * lock a key, so that row order is commit order for each key and locks are held for an instant. One relay a service,
 * elected by a session lock, sends the rows in order and deletes what Kafka has acknowledged. The session locks need a
 * connection of their own to PostgreSQL: a pooler in between must pool by session, not by transaction.
 */
package org.diamondhpc.messaging.outbox;
