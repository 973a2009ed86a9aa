/**
 * What happened and who asked for it: the {@link org.diamondhpc.gateway.audit.Journal} keeps each task's and
 * transfer's events in order for replay, the {@link org.diamondhpc.gateway.audit.AuditTrail} who changed what.
 */
package org.diamondhpc.gateway.audit;
