/**
 * The embedded default: everything on one machine by one command, without a container engine. A supervisor keeps a real
 * PostgreSQL, a real Kafka broker and the five services alive as processes of their own on the loopback address, with all
 * state in one folder. {@link org.diamondhpc.standalone.Standalone} is its command,
 * {@link org.diamondhpc.standalone.StandaloneInstance} the same for tests and benchmarks, and
 * {@link org.diamondhpc.standalone.BrokerMain} the broker's process.
 */
package org.diamondhpc.standalone;
