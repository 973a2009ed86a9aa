/**
 * What is known of the sites, as far as a tenant may see it, and short operations there that somebody waits for. All
 * replicas read one table that one consumer group fills from the compacted snapshot topic, so every replica shows the
 * same, a restarted one at once.
 */
package org.diamondhpc.gateway.site;
