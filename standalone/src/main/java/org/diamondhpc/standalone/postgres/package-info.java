/**
 * The embedded PostgreSQL: zonky's binaries unpacked once, a data folder kept between starts, durable
 * ({@code fsync} and {@code synchronous_commit} on), on the loopback address only, every login by password. Each service
 * has a role and a schema of its own and can neither read nor write another's.
 */
package org.diamondhpc.standalone.postgres;
