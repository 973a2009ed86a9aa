package org.diamondhpc.gateway.skill.handler;

import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.CollectionPath;
import org.diamondhpc.schemas.spec.DataPlace;

/** Where a file skill is pointed at. */
sealed interface FilePlace {
    /** All workspaces. */
    record Everything() implements FilePlace {
    }

    /** A workspace and what a path in it begins with, which may be nothing. */
    record InWorkspace(WorkspaceId workspace, String path) implements FilePlace {
        LogicalPath file() {
            return new LogicalPath(workspace, path);
        }
    }

    /** A path at a site, or in a Globus collection with {@code site} null. */
    record AtSite(SiteId site, String path) implements FilePlace {
    }

    /** @throws DiamondException {@code INVALID_PATH} */
    static FilePlace parse(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw DiamondException.of(Reason.INVALID_PATH, "the path holds a control character");
        }
        try {
            if (text.startsWith(DataPlace.WORKSPACE_SCHEME)) {
                String rest = text.substring(DataPlace.WORKSPACE_SCHEME.length());
                int slash = rest.indexOf('/');
                return rest.isEmpty() ? new Everything() : slash < 0 ? new InWorkspace(new WorkspaceId(rest), "")
                        : new InWorkspace(new WorkspaceId(rest.substring(0, slash)), rest.substring(slash + 1));
            }
            if (CollectionPath.means(text)) {
                return new AtSite(null, CollectionPath.parse(text).toString());
            }
            int colon = text.indexOf(':');
            if (colon > 0) {
                return new AtSite(new SiteId(text.substring(0, colon)), text.substring(colon + 1));
            }
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_PATH, e.getMessage()), e);
        }
        throw DiamondException.of(Reason.INVALID_PATH, "write it as ws://WORKSPACE/path, SITE:/path or globus://COLLECTION/path");
    }

    /**
     * A path at a site or in a collection.
     *
     * @throws DiamondException {@code INVALID_PATH}, also for a workspace
     */
    static AtSite atSite(String text) {
        if (parse(text) instanceof AtSite place) {
            return place;
        }
        throw DiamondException.of(Reason.INVALID_PATH,
                "name a path at a site or in a collection; list_files shows what is in a workspace");
    }

    /** A file of a workspace. */
    static LogicalPath file(String text) {
        return LogicalPath.parse(text);
    }
}
