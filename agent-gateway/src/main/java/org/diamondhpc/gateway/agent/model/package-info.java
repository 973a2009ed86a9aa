/**
 * Asking a model: {@link org.diamondhpc.gateway.agent.model.ModelClient} puts a prompt into the form of the configured
 * endpoint, sends it, and says of what went wrong whether trying again may help. Keys stay inside this package.
 */
package org.diamondhpc.gateway.agent.model;
