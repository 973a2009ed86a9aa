package org.diamondhpc.transfer.domain;

import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.RelativePath;

/**
 * A path at a site as it was asked for: absolute, {@code ~/…} in the account's home, or {@code @/…} in the folder
 * where Diamond keeps its files there.
 *
 * @param relative below {@code base}; empty for the base itself
 * @param tree whether a whole folder is meant: a trailing slash
 */
public record AskedPath(Base base, String relative, boolean tree) {
    /** What the path begins at. */
    public enum Base { FILE_SYSTEM, HOME, STORAGE }

    /** @throws DiamondException INVALID_PATH */
    public static AskedPath parse(String text) {
        if (text == null || text.isEmpty()) {
            throw DiamondException.of(Reason.INVALID_PATH, "the path is empty");
        }
        Base base = switch (text.charAt(0)) {
            case '/' -> Base.FILE_SYSTEM;
            case '~' -> Base.HOME;
            case '@' -> Base.STORAGE;
            default -> throw wrong("a path at a site begins with /, ~/ or @/");
        };
        String rest = base == Base.FILE_SYSTEM ? text : text.substring(1);
        if (!rest.isEmpty() && !rest.startsWith("/")) {
            throw wrong("a path at a site begins with /, ~/ or @/; other users' homes are written out");
        }
        boolean tree = rest.endsWith("/");
        String relative = rest.isEmpty() || rest.equals("/") ? ""
                : rest.substring(1, tree ? rest.length() - 1 : rest.length());
        if (!relative.isEmpty()) {
            RelativePath.problem(relative).ifPresent(p -> {
                throw wrong(p);
            });
        }
        return new AskedPath(base, relative, tree);
    }

    /** The absolute path, without a trailing slash unless it is {@code /} itself. */
    public String under(String home, String storage) {
        String start = switch (base) {
            case FILE_SYSTEM -> "";
            case HOME -> home;
            case STORAGE -> storage;
        };
        String path = relative.isEmpty() ? start : start + "/" + relative;
        return path.isEmpty() ? "/" : path;
    }

    private static DiamondException wrong(String why) {
        return DiamondException.of(Reason.INVALID_PATH, why);
    }
}
