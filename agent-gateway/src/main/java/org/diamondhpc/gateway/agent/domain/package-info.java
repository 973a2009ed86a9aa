/**
 * What a hosted agent does next, decided from its conversation alone: {@link org.diamondhpc.gateway.agent.domain.Turn}
 * folds the entries, {@link org.diamondhpc.gateway.agent.domain.TurnRules} names the next step,
 * {@link org.diamondhpc.gateway.agent.domain.Window} says what of it the model is shown. No clock, no network, no rows.
 */
package org.diamondhpc.gateway.agent.domain;
