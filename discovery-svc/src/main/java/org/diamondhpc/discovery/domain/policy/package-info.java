/**
 * How one of the feasible places is chosen. Each policy is one class; the request names it.
 */
package org.diamondhpc.discovery.domain.policy;
