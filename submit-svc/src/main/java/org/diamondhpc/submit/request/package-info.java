/** Answers what is asked over the request topic: hold and release a job, translate a script. */
package org.diamondhpc.submit.request;
