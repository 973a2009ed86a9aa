package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteFiles;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;

@Singleton
class ChangeFiles implements SkillHandler {
    private final SiteFiles files;

    ChangeFiles(SiteFiles files) {
        this.files = files;
    }

    private enum Op {
        MAKE_FOLDER, RENAME, DELETE
    }

    @Override
    public String skill() {
        return "change_files";
    }

    /** A site is asked and waited for, so it happens outside of a transaction. */
    @Override
    public boolean changes(SkillCall call) {
        return false;
    }

    @Override
    public SkillResult call(SkillCall call) {
        Caller caller = call.caller().requireWriter();
        String path = call.text("path");
        FilePlace.AtSite at = FilePlace.atSite(path);
        return switch (Op.valueOf(call.text("op"))) {
            case MAKE_FOLDER -> done(files.makeDirectory(caller, at.site(), at.path()), path,
                    NextCall.of("list_files", "to see what is there", "path", path));
            case RENAME -> renamed(caller, at, call.text("to"));
            case DELETE -> done(files.delete(caller, at.site(), at.path(), call.flag("recursive")), path, null);
        };
    }

    private SkillResult renamed(Caller caller, FilePlace.AtSite at, String to) {
        FilePlace.AtSite target = FilePlace.atSite(to);
        if (at.site() == null ? target.site() != null : !at.site().equals(target.site())) {
            throw DiamondException.of(Reason.INVALID_PATH,
                    "both names are of the same site or collection; to move files elsewhere use transfer");
        }
        return done(files.rename(caller, at.site(), at.path(), target.path()), to,
                NextCall.of("stat_file", "to see it there", "path", to));
    }

    private static SkillResult done(SiteReply.Done done, String path, NextCall next) {
        return SkillResult.say(done.detail()).with("path", path).next(next);
    }
}
