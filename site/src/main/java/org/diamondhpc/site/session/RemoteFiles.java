package org.diamondhpc.site.session;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Files of a site account over SFTP. Paths are absolute (INVALID_PATH otherwise) and never seen by a shell; names that
 * are not UTF-8 are as {@link SiteText} makes them. Failures: SITE_NO_SUCH_FILE, SITE_PERMISSION_DENIED,
 * SITE_FILE_EXISTS, SITE_DISK_FULL and those of {@link SiteSession}.
 */
public interface RemoteFiles {
    /** Entries without {@code .} and {@code ..}, sorted by name; links are not followed. */
    List<RemoteFile> list(String folder);

    /** Follows links; empty where nothing is there. */
    Optional<RemoteFile> stat(String path);

    /** Does not follow a link; empty where nothing is there. */
    Optional<RemoteFile> lstat(String path);

    /** Where a link points, as written in it. */
    String readLink(String path);

    /** Makes a link. */
    void symlink(String path, String target);

    /** The path with links and dots resolved. */
    String realPath(String path);

    /** Makes a folder and those above it; what exists stays. */
    void mkdirs(String folder);

    /** Makes one folder, atomically: SITE_FILE_EXISTS where something of that name is there. */
    void mkdir(String folder);

    /** At most {@code max} bytes from an offset; fewer at the end of the file. */
    byte[] read(String path, long offset, int max);

    /** The last bytes of a file, at most {@code max}. */
    byte[] tail(String path, int max);

    /** Writes a whole small file: to a {@code .part} beside it, then an atomic rename. */
    void write(String path, byte[] content);

    /** Streams from an offset to the end of the file. Returns the offset reached. */
    long download(String path, long offset, OutputStream to, Progress progress);

    /** Bytes of an unfinished {@link #upload} there, 0 where there is none. */
    long partSize(String path);

    /**
     * Streams the rest of a file into {@code path.part}, then renames it over {@code path} atomically. A cut leaves the
     * part, and a later call goes on with {@code offset = partSize(path)} and the stream skipped so far.
     *
     * @param offset where {@code from} begins in the file; the part is cut to it first
     * @return the file's size
     */
    long upload(String path, long offset, InputStream from, Progress progress);

    /** Renames over what is there, atomically. */
    void rename(String from, String to);

    void setPermissions(String path, int permissions);

    /** Removes a file or link; false where nothing was there. */
    boolean remove(String path);

    /** Removes an empty folder; false where nothing was there. */
    boolean removeFolder(String folder);
}
