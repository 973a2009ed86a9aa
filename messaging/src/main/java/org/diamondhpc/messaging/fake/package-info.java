/**
 * Messaging without servers, for tests of services' own code: what was appended and enqueued stays in lists, and a
 * handler is run by hand. No beans: a test makes them with {@code new}.
 */
package org.diamondhpc.messaging.fake;
