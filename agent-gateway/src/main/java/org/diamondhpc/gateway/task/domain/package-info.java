/**
 * The life of a task as a fold of its events: {@link org.diamondhpc.gateway.task.domain.TaskLife} with an event gives
 * a {@link org.diamondhpc.gateway.task.domain.TaskDecision}. Nothing here knows of a clock, a database or a broker.
 */
package org.diamondhpc.gateway.task.domain;
