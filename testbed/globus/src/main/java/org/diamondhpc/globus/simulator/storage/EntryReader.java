package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Reads entries. Permissions of the {@code unix} view, as they have all bits. */
final class EntryReader {
    private static final int TYPE = 0170000;
    private static final int CHARACTER = 0020000;
    private static final int BLOCK = 0060000;
    private static final int PIPE = 0010000;
    private static final String WANTED = "unix:mode,size,lastModifiedTime,owner,group,dev,ino";

    private EntryReader() { }

    static Entry read(Path path, String name) throws IOException {
        Map<String, Object> own = Files.readAttributes(path, WANTED, LinkOption.NOFOLLOW_LINKS);
        if (!Files.isSymbolicLink(path)) {
            return entry(name, type(path, own), own, Optional.empty());
        }
        Optional<Entry.Link> link = Optional.of(new Entry.Link(Files.readSymbolicLink(path).toString(),
                (long) own.get("size"), modified(own), own.get("owner").toString(), own.get("group").toString()));
        try {
            Map<String, Object> target = Files.readAttributes(path, WANTED);
            return entry(name, type(path, target), target, link);
        } catch (IOException e) {
            return entry(name, "invalid_symlink", own, link);
        }
    }

    private static Entry entry(String name, String type, Map<String, Object> attributes, Optional<Entry.Link> link) {
        return new Entry(name, type, (long) attributes.get("size"), modified(attributes),
                String.format("%04o", (int) attributes.get("mode") & 07777), attributes.get("owner").toString(),
                attributes.get("group").toString(), attributes.get("dev") + ":" + attributes.get("ino"), link);
    }

    private static String type(Path path, Map<String, Object> attributes) {
        if (Files.isDirectory(path)) {
            return "dir";
        }
        if (Files.isRegularFile(path)) {
            return "file";
        }
        return switch ((int) attributes.get("mode") & TYPE) {
            case CHARACTER -> "chr";
            case BLOCK -> "blk";
            case PIPE -> "pipe";
            default -> "other";
        };
    }

    private static Instant modified(Map<String, Object> attributes) {
        return ((FileTime) attributes.get("lastModifiedTime")).toInstant();
    }
}
