package org.diamondhpc.gateway.skill;

/** Carries out one skill by what the gateway's features offer. Called on a virtual thread. */
public interface SkillHandler {
    /** The skill's name. */
    String skill();

    /**
     * Whether this call changes anything, so that it needs a role that may and is done once per idempotency key, in a
     * transaction. What asks a site and waits for it must not.
     */
    default boolean changes(SkillCall call) {
        return !call.skill().effects().readOnly();
    }

    /**
     * The call with what has to be asked elsewhere before it is carried out; outside of any transaction, and not for a
     * repeated call whose answer is there.
     */
    default SkillCall prepare(SkillCall call) {
        return call;
    }

    SkillResult call(SkillCall call);

    /** What is waited for when the effect is durable; outside of any transaction, again for a repeated call. */
    default SkillResult settle(SkillCall call, SkillResult done) {
        return done;
    }
}
