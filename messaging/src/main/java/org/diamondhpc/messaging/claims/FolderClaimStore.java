package org.diamondhpc.messaging.claims;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Claims as files {@code ab/cdef…} below one folder. */
@Singleton
class FolderClaimStore implements ClaimStore {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private final Path folder;
    private final Path incoming;
    private final long maxSize;
    private final Quota quota;

    @Inject
    FolderClaimStore(ClaimsConfig config) {
        this(config.dir(), config.maxSize().asLongValue(), config.quota().asLongValue());
    }

    FolderClaimStore(Path folder, long maxSize, long quota) {
        this.folder = folder.toAbsolutePath();
        this.incoming = this.folder.resolve("incoming");
        this.maxSize = maxSize;
        this.quota = new Quota(this.folder, quota);
    }

    @Override
    public ClaimRef put(InputStream content) throws IOException {
        try (InputStream closing = content) {
            folders(incoming);
            Path part = incoming.resolve(UUID.randomUUID() + ".part");
            try {
                ClaimRef ref = write(closing, part);
                place(part, ref);
                return ref;
            } finally {
                Files.deleteIfExists(part);
            }
        }
    }

    private ClaimRef write(InputStream content, Path part) throws IOException {
        try (FileChannel channel = FileChannel.open(part,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_FILE)) {
            ClaimWriter writer = new ClaimWriter(channel, maxSize, quota.left());
            ClaimRef ref = writer.copy(content);
            channel.force(true);
            return ref;
        }
    }

    private void place(Path part, ClaimRef ref) throws IOException {
        Path target = path(ref);
        if (exists(ref)) {
            return;
        }
        folders(target.getParent());
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        // The rename itself survives a power cut only once the folder is synced.
        try (FileChannel parent = FileChannel.open(target.getParent(), StandardOpenOption.READ)) {
            parent.force(true);
        }
        quota.added(ref.size());
    }

    @Override
    public InputStream open(ClaimRef ref) throws IOException {
        try {
            return Files.newInputStream(path(ref));
        } catch (NoSuchFileException gone) {
            throw DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no claim " + ref.sha256());
        }
    }

    @Override
    public boolean exists(ClaimRef ref) {
        try {
            return Files.size(path(ref)) == ref.size();
        } catch (IOException absent) {
            return false;
        }
    }

    @Override
    public boolean delete(ClaimRef ref) throws IOException {
        boolean deleted = Files.deleteIfExists(path(ref));
        if (deleted) {
            quota.added(-ref.size());
        }
        return deleted;
    }

    private void folders(Path path) throws IOException {
        try {
            Files.createDirectories(path, OWNER_FOLDER);
        } catch (IOException e) {
            throw ClaimWriter.storeTrouble(e);
        }
    }

    private Path path(ClaimRef ref) {
        return folder.resolve(ref.sha256().substring(0, 2)).resolve(ref.sha256().substring(2));
    }
}
