/** The rows of the schema {@code discovery} and the questions asked of them. */
package org.diamondhpc.discovery.store;
