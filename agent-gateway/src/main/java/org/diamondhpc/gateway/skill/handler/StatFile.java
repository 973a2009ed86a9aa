package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Locale;
import org.diamondhpc.gateway.site.SiteFiles;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.schemas.request.SiteReply;

@Singleton
class StatFile implements SkillHandler {
    private final SiteFiles files;

    StatFile(SiteFiles files) {
        this.files = files;
    }

    /** What is known of the file; its name is the site's to choose. */
    record Facts(String path, String type, long size, Instant modifiedAt, String mode, Boolean odd) {
        static Facts of(String path, SiteReply.Entry e) {
            return new Facts(path, e.type().name(), e.size(), e.modified(), e.mode(), e.odd() ? true : null);
        }
    }

    @Override
    public String skill() {
        return "stat_file";
    }

    @Override
    public SkillResult call(SkillCall call) {
        String path = call.text("path");
        FilePlace.AtSite place = FilePlace.atSite(path);
        SiteReply.Entry entry = files.stat(call.caller(), place.site(), place.path()).entry();
        boolean file = entry.type() == SiteReply.Entry.Type.FILE;
        return SkillResult.say(path + " is a " + entry.type().name().toLowerCase(Locale.ROOT)
                        + (file ? " of " + Words.count(entry.size(), "byte") : "") + ".")
                .with("file", Facts.of(path, entry)).next(next(path, entry, place.site() != null));
    }

    private static NextCall next(String path, SiteReply.Entry entry, boolean readable) {
        return switch (entry.type()) {
            case FILE -> readable ? NextCall.of("read_file", "to see what is in it", "path", path) : null;
            case DIRECTORY -> NextCall.of("list_files", "to see what is there", "path", path);
            case LINK, OTHER -> null;
        };
    }
}
