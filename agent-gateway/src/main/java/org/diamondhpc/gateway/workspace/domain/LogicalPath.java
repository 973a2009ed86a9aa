package org.diamondhpc.gateway.workspace.domain;

import java.text.Normalizer;
import java.util.Optional;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.DataPlace;
import org.diamondhpc.schemas.spec.RelativePath;

/** {@code ws://WORKSPACE/path}; the path in Unicode's NFC, so that what looks the same is the same. */
public record LogicalPath(WorkspaceId workspace, String path) {
    /** @throws DiamondException {@code INVALID_PATH} */
    public LogicalPath {
        Optional<String> wrong = RelativePath.problem(path);
        if (wrong.isPresent()) {
            throw new DiamondException(Problem.of(Reason.INVALID_PATH, wrong.get()));
        }
        path = Normalizer.normalize(path, Normalizer.Form.NFC);
    }

    /**
     * Reads the written form.
     *
     * @throws DiamondException {@code INVALID_PATH}
     */
    public static LogicalPath parse(String text) {
        try {
            if (DataPlace.parse(text) instanceof DataPlace.InWorkspace place) {
                return new LogicalPath(place.workspace(), place.path());
            }
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_PATH, e.getMessage()), e);
        }
        throw DiamondException.of(Reason.INVALID_PATH, "a workspace file is written ws://WORKSPACE/path");
    }

    @Override
    public String toString() {
        return DataPlace.WORKSPACE_SCHEME + workspace + "/" + path;
    }
}
