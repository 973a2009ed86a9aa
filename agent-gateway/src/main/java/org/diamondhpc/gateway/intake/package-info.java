/**
 * What comes in from Kafka: task, transfer and site news are folded into the features' tables, a batch in one
 * transaction; hints of wakes only wake whoever waits in this process. What the gateway itself published was dealt
 * with when it was published and is passed over.
 */
package org.diamondhpc.gateway.intake;
