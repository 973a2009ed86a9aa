/**
 * ① ask and ⑥ wake: agents ask for work here and are woken here when there is a result, a failure or a decision to
 * make. The edges ({@code edge.rest}, {@code edge.stream}, {@code edge.mcp}, {@code edge.grpc}) turn requests into calls
 * of the application services of the features ({@code task}, {@code session}, {@code wake}, {@code workspace},
 * {@code site}, {@code transfer}, {@code skill}), which hold all rules; {@code intake} folds what the other services say
 * into the features' state.
 */
package org.diamondhpc.gateway;
