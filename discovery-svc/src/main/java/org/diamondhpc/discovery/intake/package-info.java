/** Takes task events and questions, and hands them to the board in the transaction that remembers them. */
package org.diamondhpc.discovery.intake;
