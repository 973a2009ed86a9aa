/**
 * Transfers an agent asks for: between workspaces and sites, state folded from the events of transfer-svc.
 */
package org.diamondhpc.gateway.transfer;
