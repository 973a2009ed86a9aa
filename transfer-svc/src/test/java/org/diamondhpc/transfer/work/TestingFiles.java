package org.diamondhpc.transfer.work;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.Progress;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.SiteException;

/** Files of this machine in the manner of a site's. */
final class TestingFiles implements RemoteFiles {
    interface Passing {
        void passed(long bytes) throws IOException;
    }

    private interface Doing<T> {
        T now() throws IOException;
    }

    private final Passing wire;

    TestingFiles(Passing wire) {
        this.wire = wire;
    }

    @Override
    public List<RemoteFile> list(String folder) {
        return now(() -> {
            try (Stream<Path> entries = Files.list(Path.of(folder))) {
                return entries.sorted().map(p -> file(p, LinkOption.NOFOLLOW_LINKS).orElseThrow()).toList();
            }
        });
    }

    @Override
    public Optional<RemoteFile> stat(String path) {
        return file(Path.of(path));
    }

    @Override
    public Optional<RemoteFile> lstat(String path) {
        return file(Path.of(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public String readLink(String path) {
        return now(() -> Files.readSymbolicLink(Path.of(path)).toString());
    }

    @Override
    public void symlink(String path, String target) {
        now(() -> Files.createSymbolicLink(Path.of(path), Path.of(target)));
    }

    @Override
    public String realPath(String path) {
        return now(() -> Path.of(path).toRealPath().toString());
    }

    @Override
    public void mkdirs(String folder) {
        now(() -> Files.createDirectories(Path.of(folder)));
    }

    @Override
    public void mkdir(String folder) {
        now(() -> Files.createDirectory(Path.of(folder)));
    }

    @Override
    public byte[] read(String path, long offset, int max) {
        return now(() -> {
            try (RandomAccessFile file = new RandomAccessFile(path, "r")) {
                file.seek(offset);
                byte[] bytes = new byte[(int) Math.max(0, Math.min(max, file.length() - offset))];
                file.readFully(bytes);
                return bytes;
            }
        });
    }

    @Override
    public byte[] tail(String path, int max) {
        long size = stat(path).orElseThrow().size();
        return read(path, Math.max(0, size - max), max);
    }

    @Override
    public void write(String path, byte[] content) {
        now(() -> Files.write(Path.of(path), content));
    }

    @Override
    public long download(String path, long offset, OutputStream to, Progress progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long partSize(String path) {
        return stat(path + ".part").map(RemoteFile::size).orElse(0L);
    }

    @Override
    public long upload(String path, long offset, InputStream from, Progress progress) {
        return now(() -> {
            try (RandomAccessFile part = new RandomAccessFile(path + ".part", "rw")) {
                part.setLength(offset);
                part.seek(offset);
                byte[] buffer = new byte[1 << 16];
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                    part.write(buffer, 0, n);
                    wire.passed(n);
                }
            }
            rename(path + ".part", path);
            return Files.size(Path.of(path));
        });
    }

    @Override
    public void rename(String from, String to) {
        now(() -> Files.move(Path.of(from), Path.of(to), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING));
    }

    @Override
    public void setPermissions(String path, int permissions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(String path) {
        return now(() -> Files.deleteIfExists(Path.of(path)));
    }

    @Override
    public boolean removeFolder(String folder) {
        return remove(folder);
    }

    private static Optional<RemoteFile> file(Path path, LinkOption... options) {
        if (!Files.exists(path, options)) {
            return Optional.empty();
        }
        return now(() -> {
            PosixFileAttributes a = Files.readAttributes(path, PosixFileAttributes.class, options);
            RemoteFile.Kind kind = a.isSymbolicLink() ? RemoteFile.Kind.LINK : a.isDirectory() ? RemoteFile.Kind.FOLDER
                    : a.isRegularFile() ? RemoteFile.Kind.FILE : RemoteFile.Kind.OTHER;
            int mode = 0;
            for (PosixFilePermission p : a.permissions()) {
                mode |= 0400 >> p.ordinal();
            }
            return Optional.of(new RemoteFile(String.valueOf(path.getFileName()), path.toString(), kind, a.size(),
                    a.lastModifiedTime().toInstant(), mode, 0, 0));
        });
    }

    private static <T> T now(Doing<T> doing) {
        try {
            return doing.now();
        } catch (NoSuchFileException e) {
            throw SiteException.of(Reason.SITE_NO_SUCH_FILE, e.getMessage(), e);
        } catch (FileAlreadyExistsException e) {
            throw SiteException.of(Reason.SITE_FILE_EXISTS, e.getMessage(), e);
        } catch (FileSystemException e) {
            throw SiteException.of(Reason.SITE_PERMISSION_DENIED, e.getMessage(), e);
        } catch (IOException e) {
            throw SiteException.of(Reason.SITE_CONNECTION_LOST, e.getMessage(), e);
        }
    }
}
