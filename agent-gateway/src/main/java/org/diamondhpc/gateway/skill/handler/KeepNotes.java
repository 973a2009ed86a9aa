package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.workspace.Notes;
import org.diamondhpc.schemas.id.WorkspaceId;

@Singleton
class KeepNotes implements SkillHandler {
    private static final String DEFAULT = "default";
    private static final int LIMIT = 50;

    private final Notes notes;

    KeepNotes(Notes notes) {
        this.notes = notes;
    }

    /** A note in an answer; the text only where it was read. */
    record NoteBrief(String key, int version, String text, Instant changedAt) {
        static NoteBrief of(Notes.Note note, boolean withText) {
            return new NoteBrief(note.key(), note.version(), withText ? note.content() : null, note.changedAt());
        }
    }

    @Override
    public String skill() {
        return "notes";
    }

    @Override
    public boolean changes(SkillCall call) {
        return call.has("text") || call.flag("remove");
    }

    @Override
    public SkillResult call(SkillCall call) {
        WorkspaceId workspace = new WorkspaceId(call.has("workspace") ? call.text("workspace") : DEFAULT);
        String key = call.text("key");
        if (call.has("text")) {
            Notes.Note note = notes.put(call.caller(), workspace, key, call.text("text"),
                    call.has("version") ? (int) call.number("version", 0) : null);
            return one(note, false, "Note " + key + " of " + workspace + " is written, version " + note.version()
                    + ".");
        }
        if (call.flag("remove")) {
            boolean was = notes.delete(call.caller(), workspace, key);
            return SkillResult.say(was ? "Note " + key + " is removed." : "There was no note " + key + ".")
                    .with("notes", List.of()).next();
        }
        return key == null ? list(call, workspace) : one(notes.get(call.caller(), workspace, key), true,
                "Note " + key + " of " + workspace + ".");
    }

    private SkillResult list(SkillCall call, WorkspaceId workspace) {
        Page<NoteBrief> page = notes.list(call.caller(), workspace, call.text("cursor"), call.limit(LIMIT))
                .map(n -> NoteBrief.of(n, false));
        return SkillResult.say(Words.count(page.items().size(), "note") + " in " + workspace + ".")
                .with("notes", page.items()).with("more", page.next()).next(page.items().isEmpty() ? null
                        : NextCall.of("notes", "to read one", "workspace", workspace, "key",
                                page.items().getFirst().key()));
    }

    private static SkillResult one(Notes.Note note, boolean withText, String told) {
        return SkillResult.say(told).with("notes", List.of(NoteBrief.of(note, withText))).next();
    }
}
