package org.diamondhpc.messaging.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks PostgreSQL's programs from zonky's artifact, once a machine and user; about 2 s the first time. */
final class PostgresBinaries {
    private PostgresBinaries() {
    }

    /** The folder that holds {@code bin/postgres}. */
    static Path unpacked() {
        String archive = archive();
        Path home = Path.of(System.getProperty("java.io.tmpdir"),
                "diamond-postgres-" + System.getProperty("user.name") + "-" + fingerprint(archive));
        try {
            if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
                unpack(archive, home);
            }
            String owner = Files.getOwner(home, LinkOption.NOFOLLOW_LINKS).getName();
            if (!owner.equals(System.getProperty("user.name"))) {
                throw new IllegalStateException(home + " belongs to " + owner);
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(String archive, Path home) throws IOException {
        Path fresh = Files.createTempDirectory(home.getParent(), "diamond-postgres-unpacking-");
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (InputStream resource = resource(archive);
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(resource))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                write(tar, entry, fresh);
            }
        } catch (IOException | RuntimeException e) {
            Folder.delete(fresh);
            throw e;
        }
        try {
            Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException otherJvmWasFirst) {
            Folder.delete(fresh);
        }
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path into) throws IOException {
        Path target = into.resolve(entry.getName()).normalize();
        if (!target.startsWith(into)) {
            throw new IOException("outside the folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, target);
        boolean executable = (entry.getMode() & 0100) != 0;
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private static String archive() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String arch = switch (System.getProperty("os.arch")) {
            case "aarch64", "arm64" -> "arm_64";
            default -> "x86_64";
        };
        return "postgres-%s-%s.txz".formatted(os, arch);
    }

    private static String fingerprint(String archive) {
        return Integer.toHexString(PostgresBinaries.class.getClassLoader().getResource(archive).toString().hashCode());
    }

    private static InputStream resource(String archive) throws IOException {
        InputStream stream = PostgresBinaries.class.getClassLoader().getResourceAsStream(archive);
        if (stream == null) {
            throw new IOException(archive + " is not on the class path: no PostgreSQL for this machine");
        }
        return stream;
    }
}
