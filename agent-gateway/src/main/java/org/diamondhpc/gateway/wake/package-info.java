/**
 * ⑥ Waking agents: a {@link org.diamondhpc.gateway.wake.WaitView wait} says what an agent sleeps for; the transaction
 * that fulfils it writes one numbered, durable wake with everything an agent with an empty memory needs. Waits are
 * found by the object that changed, so a wake costs the same however many sessions are parked.
 */
package org.diamondhpc.gateway.wake;
