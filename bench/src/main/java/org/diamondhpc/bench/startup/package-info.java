/** How long the whole takes to start, from nothing and on kept data, and how much memory its processes take. */
package org.diamondhpc.bench.startup;
