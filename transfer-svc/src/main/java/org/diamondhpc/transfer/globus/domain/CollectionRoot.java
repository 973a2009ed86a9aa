package org.diamondhpc.transfer.globus.domain;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A collection that shows a part of a site's file system.
 *
 * @param root of the part, with links and dots resolved
 * @param base where the collection shows it
 * @param assured whether it is of high assurance
 */
public record CollectionRoot(String collection, String root, String base, boolean assured) {
    /** The path in the collection; empty where the collection does not show it. */
    public Optional<String> path(String real) {
        if (!shows(real)) {
            return Optional.empty();
        }
        String below = root.equals("/") ? real.substring(1) : real.length() == root.length() ? ""
                : real.substring(root.length() + 1);
        String start = base.endsWith("/") ? base : base + "/";
        return Optional.of(start + below);
    }

    /** The path of the file system; empty where the collection's path is not below its base. */
    public Optional<String> real(String path) {
        String start = folder().equals("/") ? "/" : folder() + "/";
        if (!path.equals(folder()) && !path.startsWith(start)) {
            return Optional.empty();
        }
        String below = path.length() <= start.length() ? "" : path.substring(start.length());
        return Optional.of(below.isEmpty() ? root : root.equals("/") ? "/" + below : root + "/" + below);
    }

    /** The base without a slash at its end, unless it is {@code /} itself. */
    public String folder() {
        return base.length() > 1 && base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    }

    /** Of those that show a path the one that shows least else. */
    public static Optional<CollectionRoot> of(List<CollectionRoot> all, String real) {
        return all.stream().filter(c -> c.shows(real)).max(Comparator.comparingInt(c -> c.root.length()));
    }

    private boolean shows(String real) {
        return real.startsWith("/") && (root.equals("/") || real.equals(root) || real.startsWith(root + "/"));
    }
}
