/**
 * The intake and its inbox: a polled batch becomes one transaction, and where one event spoils it the others are
 * carried on without it. Nothing leaves this package half done: an event is handled, dead-lettered, or comes again.
 */
package org.diamondhpc.messaging.intake;
