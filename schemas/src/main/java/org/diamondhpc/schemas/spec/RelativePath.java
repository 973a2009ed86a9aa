package org.diamondhpc.schemas.spec;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The rule for a path (or glob) inside a working directory or a workspace. */
public final class RelativePath {
    private static final int MAX_BYTES = 1024;
    /** What most file systems allow for one name. */
    private static final int MAX_NAME_BYTES = 255;

    private RelativePath() {
    }

    /** What is wrong with it, in words; empty if nothing. */
    public static Optional<String> problem(String path) {
        if (path == null || path.isEmpty()) {
            return Optional.of("a path is not empty");
        }
        if (path.startsWith("/") || path.endsWith("/")) {
            return Optional.of("the path is relative and names a file");
        }
        if (path.chars().anyMatch(Character::isISOControl)) {
            return Optional.of("the path holds a control character");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(path)) {
            return Optional.of("the path is not valid Unicode");
        }
        if (path.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return Optional.of("the path is longer than " + MAX_BYTES + " bytes");
        }
        for (String name : path.split("/", -1)) {
            if (name.isEmpty() || name.equals(".") || name.equals("..")) {
                return Optional.of("the path holds an empty name, . or ..");
            }
            if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
                return Optional.of("a name in the path is longer than " + MAX_NAME_BYTES + " bytes");
            }
        }
        return Optional.empty();
    }
}
