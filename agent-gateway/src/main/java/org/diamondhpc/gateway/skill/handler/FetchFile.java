package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.workspace.Files;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;

@Singleton
class FetchFile implements SkillHandler {
    private static final String FILES = "/v1/workspaces/%s/files/%s";

    private final Files files;

    FetchFile(Files files) {
        this.files = files;
    }

    @Override
    public String skill() {
        return "fetch_file";
    }

    /** A site is asked, so it happens outside of a transaction; it may be repeated at will. */
    @Override
    public boolean changes(SkillCall call) {
        return false;
    }

    @Override
    public SkillResult call(SkillCall call) {
        call.caller().requireWriter();
        LogicalPath path = FilePlace.file(call.text("path"));
        Files.Content content = files.content(call.caller(), path);
        return SkillResult.say("The " + Words.count(content.claim().size(), "byte") + " are in the store.")
                .with("path", path.toString()).with("size", content.claim().size())
                .with("sha256", content.claim().sha256())
                .with("download", FILES.formatted(path.workspace(), encoded(path.path()))).next();
    }

    private static String encoded(String path) {
        return Arrays.stream(path.split("/")).map(name ->
                URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20")).collect(Collectors.joining("/"));
    }
}
