/**
 * What an agent can call: the {@link org.diamondhpc.gateway.skill.SkillCatalogue} is read from the contracts, and
 * {@link org.diamondhpc.gateway.skill.Skills} carries a call out the same way for every edge: form, role, effect once
 * per idempotency key, answer, journal of the session.
 */
package org.diamondhpc.gateway.skill;
