/** What a service injects to reach sites; the only place in this library that knows of CDI. */
package org.diamondhpc.site.beans;
