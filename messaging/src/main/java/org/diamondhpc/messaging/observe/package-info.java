/** What operators see of the tables: depth, age and what is stuck, as metrics and in the readiness check. */
package org.diamondhpc.messaging.observe;
