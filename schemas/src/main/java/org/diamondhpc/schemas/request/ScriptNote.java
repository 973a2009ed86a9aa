package org.diamondhpc.schemas.request;

/**
 * Something a person should know about a carried script.
 *
 * @param kind how grave it is
 * @param place where in the script, for example {@code line 4}, {@code command line} or {@code script}; the path of a
 *     task's field, for example {@code /resources/memory}, where the site's own script says it otherwise
 * @param text what it is about and what was done, one sentence
 */
public record ScriptNote(Kind kind, String place, String text) {
    /** From harmless to grave. */
    public enum Kind {
        /** Said in another way, with the same effect. */
        CHANGED,
        /** The script did not say; this was taken. */
        ASSUMED,
        /** Has no counterpart and was dropped. */
        LEFT_OUT,
        /** May not do at another site what it did at its own. */
        RISK
    }
}
