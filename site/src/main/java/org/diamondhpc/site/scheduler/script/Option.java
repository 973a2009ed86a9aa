package org.diamondhpc.site.scheduler.script;

import org.diamondhpc.schemas.request.ScriptNote;

/**
 * One option of a directive or of a submit command.
 *
 * @param name the long name where it has one, without dashes
 * @param value its value, several joined by a space; empty for a flag
 * @param place where it stands, as in {@link ScriptNote#place}
 */
public record Option(String name, String value, String place) {
}
