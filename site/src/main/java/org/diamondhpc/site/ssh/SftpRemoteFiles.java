package org.diamondhpc.site.ssh;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.SftpClient.OpenMode;
import org.apache.sshd.sftp.client.extensions.openssh.OpenSSHLimitsExtension;
import org.apache.sshd.sftp.client.extensions.openssh.OpenSSHPosixRenameExtension;
import org.apache.sshd.sftp.client.impl.AbstractSftpClient;
import org.apache.sshd.sftp.client.impl.SftpInputStreamAsync;
import org.apache.sshd.sftp.client.impl.SftpOutputStreamAsync;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.Progress;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteText;
import org.diamondhpc.site.ssh.Channels.Opened;

/** Files over SFTP version 3, as OpenSSH serves it, with its extension for a rename that replaces. */
final class SftpRemoteFiles implements RemoteFiles {
    private static final int BLOCK = 32 << 10;
    /** OpenSSH's own limit. */
    private static final int LARGEST_WRITE = 255 << 10;

    private final Supplier<SftpChannels> pool;
    private final SiteSession session;

    /** @param session for the one thing a server without the rename extension cannot do */
    SftpRemoteFiles(Supplier<SftpChannels> pool, SiteSession session) {
        this.pool = pool;
        this.session = session;
    }

    private interface Operation<T> {
        T on(SftpClient client, String path) throws IOException;
    }

    private <T> T with(String what, String path, Operation<T> operation) {
        return with(what, path, Reason.SITE_COMMAND_FAILED, operation);
    }

    private <T> T with(String what, String path, Reason plain, Operation<T> operation) {
        String wire = wire(path);
        SftpChannels channels = pool.get();
        Opened<SftpClient> opened = channels.borrow();
        boolean sound = false;
        try {
            T result = operation.on(opened.channel(), wire);
            sound = true;
            return result;
        } catch (SftpException e) {
            sound = true;
            throw SftpFailure.of(e, what, path, plain);
        } catch (IOException e) {
            throw SftpFailure.of(e, what, path, plain);
        } finally {
            if (sound) {
                channels.giveBack(opened);
            } else {
                SftpChannels.close(opened);
            }
        }
    }

    /** One character a byte, as the client writes it. */
    private static String wire(String path) {
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw SiteException.of(Reason.INVALID_PATH, "a path at a site is absolute: " + SiteText.display(path));
        }
        return raw(path);
    }

    private static String raw(String text) {
        return new String(SiteText.encode(text), StandardCharsets.ISO_8859_1);
    }

    private static String text(String wire) {
        return SiteText.decode(wire.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public List<RemoteFile> list(String folder) {
        List<RemoteFile> entries = with("list", folder, (client, path) -> {
            List<RemoteFile> found = new ArrayList<>();
            try (CloseableHandle handle = client.openDir(path)) {
                for (SftpClient.DirEntry entry : client.listDir(handle)) {
                    String name = text(entry.getFilename());
                    if (!name.equals(".") && !name.equals("..")) {
                        found.add(file(folder.endsWith("/") ? folder + name : folder + "/" + name,
                                entry.getAttributes()));
                    }
                }
            }
            return found;
        });
        entries.sort(Comparator.comparing(RemoteFile::name));
        return List.copyOf(entries);
    }

    private static RemoteFile file(String path, Attributes a) {
        RemoteFile.Kind kind = switch (a.getType()) {
            case SftpConstants.SSH_FILEXFER_TYPE_REGULAR -> RemoteFile.Kind.FILE;
            case SftpConstants.SSH_FILEXFER_TYPE_DIRECTORY -> RemoteFile.Kind.FOLDER;
            case SftpConstants.SSH_FILEXFER_TYPE_SYMLINK -> RemoteFile.Kind.LINK;
            default -> RemoteFile.Kind.OTHER;
        };
        return new RemoteFile(path.substring(path.lastIndexOf('/') + 1), path, kind, a.getSize(),
                a.getModifyTime().toInstant(), a.getPermissions() & 07777, a.getUserId(), a.getGroupId());
    }

    @Override
    public Optional<RemoteFile> stat(String path) {
        return look(path, "stat", SftpClient::stat);
    }

    @Override
    public Optional<RemoteFile> lstat(String path) {
        return look(path, "lstat", SftpClient::lstat);
    }

    private Optional<RemoteFile> look(String path, String what, Operation<Attributes> look) {
        try {
            return Optional.of(file(path, with(what, path, look)));
        } catch (SiteException e) {
            if (e.reason() == Reason.SITE_NO_SUCH_FILE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public String readLink(String path) {
        return text(with("read link", path, SftpClient::readLink));
    }

    @Override
    public void symlink(String path, String target) {
        with("link", path, Reason.SITE_FILE_EXISTS, (client, wire) -> {
            client.symLink(wire, raw(target));
            return null;
        });
    }

    @Override
    public String realPath(String path) {
        return text(with("resolve", path, SftpClient::canonicalPath));
    }

    @Override
    public void mkdirs(String folder) {
        Optional<RemoteFile> there = stat(folder);
        if (there.isPresent()) {
            if (there.get().kind() != RemoteFile.Kind.FOLDER) {
                throw SiteException.of(Reason.SITE_FILE_EXISTS, SiteText.display(folder) + " is no folder");
            }
            return;
        }
        String parent = folder.replaceFirst("/+[^/]*/*$", "");
        if (!parent.isEmpty()) {
            mkdirs(parent);
        }
        try {
            mkdir(folder);
        } catch (SiteException e) {
            // Somebody else may have made it meanwhile.
            if (stat(folder).filter(f -> f.kind() == RemoteFile.Kind.FOLDER).isEmpty()) {
                throw e;
            }
        }
    }

    @Override
    public void mkdir(String folder) {
        with("make folder", folder, Reason.SITE_FILE_EXISTS, (client, path) -> {
            try {
                client.mkdir(path);
            } catch (SftpException e) {
                // Version 3 says only "failure", whether something is there or the disk is full.
                if (e.getStatus() == SftpConstants.SSH_FX_FAILURE && !exists(client, path)) {
                    throw new SftpException(SftpConstants.SSH_FX_NO_SPACE_ON_FILESYSTEM, e.getMessage());
                }
                throw e;
            }
            return null;
        });
    }

    private static boolean exists(SftpClient client, String path) throws IOException {
        try {
            client.lstat(path);
            return true;
        } catch (SftpException e) {
            if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public byte[] read(String path, long offset, int max) {
        return with("read", path, (client, wire) -> {
            try (CloseableHandle handle = client.open(wire, OpenMode.Read)) {
                return read(client, handle, offset, max);
            }
        });
    }

    private static byte[] read(SftpClient client, CloseableHandle handle, long offset, int max) throws IOException {
        byte[] bytes = new byte[Math.min(max, BLOCK)];
        int got = 0;
        while (got < max) {
            if (got == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(max, bytes.length * 2L));
            }
            int n = client.read(handle, offset + got, bytes, got, Math.min(BLOCK, bytes.length - got));
            if (n < 0) {
                break;
            }
            got += n;
        }
        return Arrays.copyOf(bytes, got);
    }

    @Override
    public byte[] tail(String path, int max) {
        return with("read the end of", path, (client, wire) -> {
            try (CloseableHandle handle = client.open(wire, OpenMode.Read)) {
                return read(client, handle, Math.max(0, client.stat(handle).getSize() - max), max);
            }
        });
    }

    @Override
    public void write(String path, byte[] content) {
        upload(path, 0, new ByteArrayInputStream(content), Progress.NONE, client -> 0);
    }

    @Override
    public long download(String path, long offset, OutputStream to, Progress progress) {
        return with("read", path, (client, wire) -> {
            CloseableHandle handle = client.open(wire, OpenMode.Read);
            long at = offset;
            try (InputStream in = new SftpInputStreamAsync((AbstractSftpClient) client, BLOCK, offset,
                    client.stat(handle).getSize(), wire, handle)) {
                byte[] chunk = new byte[BLOCK * 4];
                for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                    CallerStream.write(to, chunk, n);
                    at += n;
                    progress.at(at);
                }
            }
            return at;
        });
    }

    @Override
    public long partSize(String path) {
        return lstat(part(path)).map(RemoteFile::size).orElse(0L);
    }

    private static String part(String path) {
        return path + ".part";
    }

    @Override
    public long upload(String path, long offset, InputStream from, Progress progress) {
        return upload(path, offset, from, progress, SftpRemoteFiles::largestWrite);
    }

    private interface WriteSize {
        int of(SftpClient client) throws IOException;
    }

    private long upload(String path, long offset, InputStream from, Progress progress, WriteSize writes) {
        long size = with("write", part(path), Reason.SITE_DISK_FULL, (client, wire) -> {
            int most = writes.of(client);
            EnumSet<OpenMode> mode = EnumSet.of(OpenMode.Write, OpenMode.Create);
            if (offset == 0) {
                mode.add(OpenMode.Truncate);
            }
            CloseableHandle handle = client.open(wire, mode);
            if (offset > 0) {
                client.setStat(handle, new Attributes().size(offset));
            }
            try (SftpOutputStreamAsync out = new SftpOutputStreamAsync((AbstractSftpClient) client, most, wire, handle)) {
                out.setOffset(offset);
                return offset + out.transferFrom(CallerStream.reading(from, n -> progress.at(offset + n)));
            }
        });
        rename(part(path), path);
        return size;
    }

    /** Each write is answered by the site, so that few large ones are cheaper; 0 is what fits into one packet. */
    private static int largestWrite(SftpClient client) throws IOException {
        OpenSSHLimitsExtension limits = client.getExtension(OpenSSHLimitsExtension.class);
        long most = limits == null || !limits.isSupported() ? 0 : limits.limits().maxWriteLength;
        return most < BLOCK ? 0 : (int) Math.min(most, LARGEST_WRITE);
    }

    @Override
    public void rename(String from, String to) {
        wire(to);
        // The client writes this extension's names as UTF-8, whatever it was told.
        boolean plain = SiteText.isUtf8(from) && SiteText.isUtf8(to);
        boolean done = plain && with("rename to " + SiteText.display(to) + " from", from, (client, wire) -> {
            OpenSSHPosixRenameExtension posix = client.getExtension(OpenSSHPosixRenameExtension.class);
            if (posix == null || !posix.isSupported()) {
                return false;
            }
            posix.posixRename(from, to);
            return true;
        });
        if (!done) {
            session.run(RemoteCommand.of("""
                    [ -d "$2" ] && [ ! -L "$2" ] && exec mv -- "$1" "$2/."
                    exec mv -f -- "$1" "$2"
                    """, from, to)).orThrow("rename");
        }
    }

    @Override
    public void setPermissions(String path, int permissions) {
        with("set permissions of", path, (client, wire) -> {
            client.setStat(wire, new Attributes().perms(permissions));
            return null;
        });
    }

    @Override
    public boolean remove(String path) {
        return removed("remove", path, SftpClient::remove);
    }

    @Override
    public boolean removeFolder(String folder) {
        return removed("remove folder", folder, SftpClient::rmdir);
    }

    private interface Removal {
        void of(SftpClient client, String path) throws IOException;
    }

    private boolean removed(String what, String path, Removal removal) {
        try {
            return with(what, path, Reason.SITE_FILE_EXISTS, (client, wire) -> {
                removal.of(client, wire);
                return true;
            });
        } catch (SiteException e) {
            if (e.reason() == Reason.SITE_NO_SUCH_FILE) {
                return false;
            }
            throw e;
        }
    }
}
