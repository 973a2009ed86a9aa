/**
 * What a model costs a job: the hosted agent, which sleeps through it and is woken, beside an agent that asks every half
 * minute. Both have the same prompt, the same tools, jobs of the same length at the same sites at the same time, and a
 * scripted model that counts four characters as a token.
 */
package org.diamondhpc.bench.agent;
