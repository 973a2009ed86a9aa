/**
 * IBM Spectrum LSF 10.1, written from its documentation alone: no LSF could be run, and no output of one was at hand.
 * Fields are asked for by name with a delimiter of our own, free text last; the attempt's token is the job's
 * description. Treat it as untried until somebody has run the contract test against a site.
 */
package org.diamondhpc.site.scheduler.lsf;
