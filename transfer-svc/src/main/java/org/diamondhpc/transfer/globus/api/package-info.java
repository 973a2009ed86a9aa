/**
 * The Globus Transfer API v0.10 as typed documents and calls: what is sent, what comes back, and every way it can fail.
 * Field names and codes are those that the official clients send and were recorded to receive; nothing here decides
 * anything.
 */
package org.diamondhpc.transfer.globus.api;
