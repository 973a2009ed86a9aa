package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteFiles;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskJobs;
import org.diamondhpc.gateway.workspace.Files;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

@Singleton
class ReadFile implements SkillHandler {
    private static final int LENGTH = 8192;

    private final Files files;
    private final SiteFiles sites;
    private final TaskJobs jobs;

    ReadFile(Files files, SiteFiles sites, TaskJobs jobs) {
        this.files = files;
        this.sites = sites;
        this.jobs = jobs;
    }

    @Override
    public String skill() {
        return "read_file";
    }

    @Override
    public SkillResult call(SkillCall call) {
        int length = (int) call.number("length", LENGTH);
        if (call.has("task")) {
            return printed(call, length);
        }
        boolean tail = call.flag("tail") && !call.has("offset");
        long offset = call.number("offset", 0);
        Untrusted content = switch (FilePlace.parse(call.text("path"))) {
            case FilePlace.InWorkspace w -> inWorkspace(call.caller(), w.file(), tail ? length : offset, tail, length);
            case FilePlace.AtSite s -> Untrusted.of(tail ? sites.tail(call.caller(), s.site(), s.path(), length, null)
                    : sites.read(call.caller(), s.site(), s.path(), offset, length));
            case FilePlace.Everything e -> throw DiamondException.of(Reason.INVALID_PATH, "name a file");
        };
        return answer(content, call.text("path"), "of " + call.text("path"), "path", call.text("path"));
    }

    private Untrusted inWorkspace(Caller caller, LogicalPath path, long offset, boolean fromEnd, int length) {
        try {
            Files.Piece piece = files.piece(caller, path, offset, fromEnd, length);
            return Untrusted.of(piece.offset(), piece.bytes(), piece.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SkillResult printed(SkillCall call, int length) {
        TaskJobs.Stream stream = "stderr".equals(call.text("stream")) ? TaskJobs.Stream.STDERR
                : TaskJobs.Stream.STDOUT;
        String name = stream.name().toLowerCase(Locale.ROOT);
        Untrusted content = Untrusted.of(jobs.logs(call.caller(), call.task(), new TaskJobs.LogQuery(stream, length,
                call.has("offset") ? call.number("offset", 0) : null, (int) call.number("attempt", 0),
                call.has("element") ? (int) call.number("element", 0) : null)));
        return answer(content, call.task() + "/" + name, "of " + name + " of task " + call.task(), "task", call.task(),
                "stream", name, "attempt", call.tree("attempt"), "element", call.tree("element"));
    }

    private static SkillResult answer(Untrusted content, String path, String what, Object... again) {
        List<Object> on = new ArrayList<>(Arrays.asList(again));
        on.add("offset");
        on.add(content.nextOffset());
        return SkillResult.say(Words.count(content.nextOffset() - content.offset(), "byte") + " " + what + ", "
                        + (content.end() ? "to its end so far." : "of " + content.size() + "."))
                .with("path", path).with("content", content)
                .next(content.end() ? null : NextCall.of("read_file", "to read on", on.toArray()));
    }
}
