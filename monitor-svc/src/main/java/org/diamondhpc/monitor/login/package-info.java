/**
 * Keeps the logins that need a human: {@code diamond login SITE} is a conversation over the request topic, and the
 * login made by it serves all services of the instance until it is cut.
 */
package org.diamondhpc.monitor.login;
