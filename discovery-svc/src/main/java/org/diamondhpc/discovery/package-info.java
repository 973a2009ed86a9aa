/**
 * Step ② of the ring: looks at every site now and then, publishes what it saw, and places tasks. {@code intake} takes
 * events and questions, {@code domain} decides, {@code work} looks at sites and tries deferred tasks again,
 * {@code store} is the service's own schema.
 */
package org.diamondhpc.discovery;
