/**
 * A model without a model: {@link org.diamondhpc.model.testing.ScriptedModel} serves the OpenAI-compatible and the
 * Anthropic-compatible form over HTTP, refuses what real endpoints refuse, and answers as a script says. It counts tokens
 * as four characters each.
 */
package org.diamondhpc.model.testing;
