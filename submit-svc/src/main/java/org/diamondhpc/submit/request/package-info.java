/** Answers hold and release, asked over the request topic. */
package org.diamondhpc.submit.request;
