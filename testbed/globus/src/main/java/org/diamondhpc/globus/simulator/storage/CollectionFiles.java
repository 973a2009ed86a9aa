package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of one collection as one local user sees them. Paths are the collection's own, from {@code /} on. */
public final class CollectionFiles {
    private final Storage storage;
    private final Path root;
    private final String home;

    /** @param home as a path of the collection */
    CollectionFiles(Storage storage, Path root, String home) {
        this.storage = storage;
        this.root = root;
        this.home = home;
    }

    public String home() {
        return home;
    }

    /** Whether the file system that open channels belong to is still there. */
    public boolean present() {
        return storage.present();
    }

    /** Absolute and without dots; {@code ~} is the home directory, and nothing is above {@code /}. */
    public String normal(String path) {
        String absolute = path;
        if (path.equals("~") || path.startsWith("~/") || path.equals("/~") || path.startsWith("/~/")) {
            absolute = home + "/" + path.substring(path.indexOf('~') + 1);
        } else if (!path.startsWith("/")) {
            absolute = home + "/" + path;
        }
        return Path.of("/" + absolute).normalize().toString();
    }

    public List<Entry> list(String path) throws IOException {
        return storage.call(() -> {
            List<Entry> entries = new ArrayList<>();
            try (DirectoryStream<Path> children = Files.newDirectoryStream(followed(path))) {
                for (Path child : children) {
                    entries.add(EntryReader.read(child, child.getFileName().toString()));
                }
            }
            return entries;
        });
    }

    public Entry stat(String path) throws IOException {
        return storage.call(() -> {
            Path at = itself(path);
            Path name = Path.of(normal(path)).getFileName();
            return EntryReader.read(at, name == null ? "/" : name.toString());
        });
    }

    /** Nothing where there is nothing. */
    public Optional<Entry> find(String path) throws IOException {
        return storage.call(() -> {
            Path at = itself(path);
            return Files.exists(at, LinkOption.NOFOLLOW_LINKS) ? Optional.of(EntryReader.read(at, path))
                    : Optional.empty();
        });
    }

    public void makeDirectory(String path) throws IOException {
        storage.call(() -> Files.createDirectory(itself(path)));
    }

    public void makeDirectories(String path) throws IOException {
        storage.call(() -> Files.createDirectories(itself(path)));
    }

    public void rename(String from, String to) throws IOException {
        storage.call(() -> {
            Path target = itself(to);
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(to);
            }
            return Files.move(itself(from), target, StandardCopyOption.ATOMIC_MOVE);
        });
    }

    public FileChannel read(String path) throws IOException {
        return storage.call(() -> FileChannel.open(followed(path), StandardOpenOption.READ));
    }

    /** A new or emptied file, in directories that are made where they are missing. */
    public FileChannel write(String path) throws IOException {
        return storage.call(() -> {
            Path at = itself(path);
            if (Files.isSymbolicLink(at)) {
                at = at.toRealPath();
                contained(at, path);
            }
            Files.createDirectories(at.getParent());
            return FileChannel.open(at, StandardOpenOption.WRITE, StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        });
    }

    /** Replaces whatever file or link is there. */
    public void link(String path, String target) throws IOException {
        storage.call(() -> {
            Path at = itself(path);
            Files.createDirectories(at.getParent());
            Files.deleteIfExists(at);
            return Files.createSymbolicLink(at, Path.of(target));
        });
    }

    public void touch(String path, Instant modified) throws IOException {
        storage.call(() -> Files.setLastModifiedTime(itself(path), FileTime.from(modified)));
    }

    /** A file, a link, or an empty directory. */
    public void delete(String path) throws IOException {
        storage.call(() -> {
            Files.delete(itself(path));
            return null;
        });
    }

    /** The last part may be a link and is not followed. */
    private Path itself(String path) throws IOException {
        String normal = normal(path);
        Path at = root.resolve(normal.substring(1));
        if (!normal.equals("/")) {
            contained(at.getParent(), normal);
        }
        return at;
    }

    private Path followed(String path) throws IOException {
        Path at = itself(path);
        contained(at, path);
        return at;
    }

    /** No link leads out of the collection. What does not exist leads nowhere. */
    private void contained(Path path, String shown) throws IOException {
        Path existing = path;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing != null && !existing.toRealPath().startsWith(root.toRealPath())
                && !root.startsWith(existing)) {
            throw new AccessDeniedException(shown, null, "leads out of the collection");
        }
    }
}
