package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.site.SiteFiles;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.WorkspaceFile;
import org.diamondhpc.gateway.workspace.domain.Lineage;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.spec.DataPlace;
import org.diamondhpc.schemas.task.Replica;

@Singleton
class ListFiles implements SkillHandler {
    private static final String CURSOR = "skill-site-files";
    private static final int LIMIT = 50;

    private final Catalogue catalogue;
    private final SiteFiles sites;

    ListFiles(Catalogue catalogue, SiteFiles sites) {
        this.catalogue = catalogue;
        this.sites = sites;
    }

    /** A file in an answer; {@code copies} are of workspace files. */
    record FileBrief(String path, String type, Long size, String sha256, Instant modifiedAt, List<Replica> copies,
            String from, Boolean odd) {
        static FileBrief of(WorkspaceFile f) {
            return new FileBrief(f.uri(), "FILE", f.size(), f.sha256(), f.changedAt(), f.replicas(), from(f.lineage()),
                    null);
        }

        static FileBrief of(String folder, SiteReply.Entry e) {
            return new FileBrief(folder + e.name(), e.type().name(), e.size(), null, e.modified(), List.of(), null,
                    e.odd() ? true : null);
        }

        private static String from(Lineage l) {
            return switch (l.kind()) {
                case "task" -> "task " + l.task() + " at " + l.site();
                case "transfer" -> "transfer " + l.transfer();
                default -> l.kind() + (l.by() == null ? "" : " by " + l.by());
            };
        }
    }

    @Override
    public String skill() {
        return "list_files";
    }

    @Override
    public SkillResult call(SkillCall call) {
        return switch (FilePlace.parse(call.text("path"))) {
            case FilePlace.Everything e -> workspaces(call);
            case FilePlace.InWorkspace w -> inWorkspace(call, w);
            case FilePlace.AtSite s -> atSite(call, s);
        };
    }

    private SkillResult workspaces(SkillCall call) {
        List<FileBrief> all = catalogue.workspaces(call.caller().tenant()).stream().map(w -> new FileBrief(
                DataPlace.WORKSPACE_SCHEME + w.id() + "/", "WORKSPACE", w.bytes(), null, w.changedAt(), List.of(),
                null, null)).toList();
        return SkillResult.say(Words.count(all.size(), "workspace") + " with files.").with("files", all)
                .next(all.isEmpty() ? null : NextCall.of("list_files", "to see its files", "path",
                        all.getFirst().path()));
    }

    private SkillResult inWorkspace(SkillCall call, FilePlace.InWorkspace place) {
        Page<FileBrief> page = catalogue.list(call.caller().tenant(), place.workspace(), place.path(),
                call.text("cursor"), call.limit(LIMIT)).map(FileBrief::of);
        return answer(call, page.items(), page.next());
    }

    private SkillResult atSite(SkillCall call, FilePlace.AtSite place) {
        SiteReply.Listing listing = sites.list(call.caller(), place.site(), place.path(),
                Cursor.after(CURSOR, call.text("cursor")), call.limit(LIMIT));
        String folder = call.text("path").endsWith("/") ? call.text("path") : call.text("path") + "/";
        return answer(call, listing.entries().stream().map(e -> FileBrief.of(folder, e)).toList(),
                listing.next() == null ? null : new Cursor(CURSOR, listing.next()).text());
    }

    private static SkillResult answer(SkillCall call, List<FileBrief> files, String more) {
        return SkillResult.say(Words.count(files.size(), "entry").replace("entrys", "entries") + " at "
                        + call.text("path") + (more == null ? "." : ", and there are more."))
                .with("files", files).with("more", more)
                .next(files.stream().filter(f -> f.type().equals("FILE")).findFirst().map(f ->
                        NextCall.of("read_file", "to see what is in it", "path", f.path())).orElse(null));
    }
}
