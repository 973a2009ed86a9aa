/**
 * {@code diamond bench dispatch}: 432 requests over five dimensions in four styles, handed to the skill interface as an agent
 * would; each is right where the scheduler's own record of its job says what was wanted, and the job, which looks at what it
 * got, ended with 0. What is wanted is known from the combination, never from the product's reading of the request.
 */
package org.diamondhpc.bench.dispatch;
