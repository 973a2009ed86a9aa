/**
 * How Diamond's services speak to each other and remember what they still have to do. State and the events that
 * follow from it are written in one transaction ({@link org.diamondhpc.messaging.Outbox}); what arrives is handled
 * once per consumer ({@link org.diamondhpc.messaging.Intake}, {@link org.diamondhpc.messaging.Inbox}); effects at
 * sites are rows of a durable work table ({@link org.diamondhpc.messaging.WorkQueue},
 * {@link org.diamondhpc.messaging.WorkHandler}); short questions go over {@link org.diamondhpc.messaging.RequestReply};
 * what is too large for an event goes into the {@link org.diamondhpc.messaging.ClaimStore}. This package is the whole
 * face: no service sees Kafka's or JDBC's classes beyond the {@code ConsumerRecords} its {@code @Incoming} method
 * hands to the intake.
 */
package org.diamondhpc.messaging;
