/**
 * Who may ask, and asking once: bearer tokens from a file or an identity provider become a
 * {@link org.diamondhpc.gateway.policy.Caller} with a tenant and roles; {@link org.diamondhpc.gateway.policy.Idempotency}
 * makes a repeated request give the first one's answer.
 */
package org.diamondhpc.gateway.policy;
