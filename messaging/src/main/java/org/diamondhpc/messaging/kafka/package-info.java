/** CloudEvents as Kafka records, and how this module's own Kafka clients are set up. */
package org.diamondhpc.messaging.kafka;
