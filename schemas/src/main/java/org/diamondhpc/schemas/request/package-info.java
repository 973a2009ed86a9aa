/**
 * Short interactive operations at a site (list, read, tail, plan), asked and answered over two topics.
 */
package org.diamondhpc.schemas.request;
