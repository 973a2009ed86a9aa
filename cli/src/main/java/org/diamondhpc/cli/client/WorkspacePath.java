package org.diamondhpc.cli.client;

import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.DataPlace;

/** {@code ws://WORKSPACE/path}; the path empty for the whole workspace. */
public record WorkspacePath(WorkspaceId workspace, String path) {
    /** @throws ApiException {@code INVALID_PATH} */
    public static WorkspacePath parse(String text) {
        String bare = text.startsWith(DataPlace.WORKSPACE_SCHEME)
                ? text.substring(DataPlace.WORKSPACE_SCHEME.length()) : null;
        if (bare == null) {
            throw ApiException.of(Reason.INVALID_PATH, text + " is no workspace path; write ws://WORKSPACE/path");
        }
        int slash = bare.indexOf('/');
        try {
            return new WorkspacePath(new WorkspaceId(slash < 0 ? bare : bare.substring(0, slash)),
                    slash < 0 ? "" : bare.substring(slash + 1));
        } catch (IllegalArgumentException e) {
            throw new ApiException(Failure.of(Reason.INVALID_PATH, e.getMessage()), e);
        }
    }

    public boolean folder() {
        return path.isEmpty() || path.endsWith("/");
    }

    /** A file of this folder. */
    public WorkspacePath child(String name) {
        return new WorkspacePath(workspace, path + name);
    }

    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String toString() {
        return DataPlace.WORKSPACE_SCHEME + workspace + "/" + path;
    }
}
