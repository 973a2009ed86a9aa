/**
 * The real things to test against, without a container engine: a Kafka broker in this JVM and a PostgreSQL beside it,
 * both from Maven artifacts, on loopback ports and folders of their own.
 */
package org.diamondhpc.messaging.testing;
