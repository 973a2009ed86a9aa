package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.workspace.Files;
import org.diamondhpc.gateway.workspace.WorkspaceFile;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

@Singleton
class PutFile implements SkillHandler {
    private static final int MAX_BYTES = 256 * 1024;

    private final Files files;

    PutFile(Files files) {
        this.files = files;
    }

    @Override
    public String skill() {
        return "put_file";
    }

    @Override
    public SkillResult call(SkillCall call) {
        byte[] bytes = bytes(call);
        if (bytes.length > MAX_BYTES) {
            throw DiamondException.of(Reason.INVALID_TOO_LARGE, "put_file takes at most 256 KiB; upload it instead");
        }
        try {
            WorkspaceFile file = files.upload(call.caller(), FilePlace.file(call.text("path")),
                    new ByteArrayInputStream(bytes), call.text("sha256"));
            return SkillResult.say(file.uri() + " has " + Words.count(file.size(), "byte") + ".")
                    .with("path", file.uri()).with("size", file.size()).with("sha256", file.sha256())
                    .next(NextCall.of("submit_task", "to use it", "session", call.session(), "spec", Map.of(
                            "executable", "/bin/cat", "arguments", List.of("input"),
                            "inputs", List.of(Map.of("from", file.uri(), "to", "input")))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(SkillCall call) {
        if (call.has("text")) {
            return call.text("text").getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(call.text("base64"));
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST,
                    List.of(new Violation("/base64", "is not base64"))), e);
        }
    }
}
