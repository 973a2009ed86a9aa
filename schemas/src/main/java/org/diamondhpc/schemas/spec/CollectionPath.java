package org.diamondhpc.schemas.spec;

import java.util.regex.Pattern;

/**
 * {@code globus://COLLECTION/path}: a path as a Globus collection shows it.
 *
 * @param collection the collection's UUID
 * @param path begins with a slash; ends with none unless it is {@code /} itself
 */
public record CollectionPath(String collection, String path) {
    public static final String SCHEME = "globus://";
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Whether a text means a place in a collection. */
    public static boolean means(String text) {
        return text != null && text.startsWith(SCHEME);
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException with the reason in words
     */
    public static CollectionPath parse(String text) {
        String rest = means(text) ? text.substring(SCHEME.length()) : "";
        int slash = rest.indexOf('/');
        String collection = slash < 0 ? rest : rest.substring(0, slash);
        if (!UUID.matcher(collection).matches()) {
            throw new IllegalArgumentException("write it as globus://COLLECTION/path with the collection's UUID");
        }
        String path = slash < 0 ? "" : rest.substring(slash + 1);
        String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        if (!bare.isEmpty()) {
            RelativePath.problem(bare).ifPresent(p -> {
                throw new IllegalArgumentException(p);
            });
        }
        if (bare.equals("~") || bare.startsWith("~/")) {
            throw new IllegalArgumentException("a path in a collection is written from the collection's root, not from a home");
        }
        return new CollectionPath(collection, "/" + bare);
    }

    @Override
    public String toString() {
        return SCHEME + collection + path;
    }
}
