package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A process's log. The process itself holds the file open for appending, so that it goes on writing when its supervisor
 * is killed; hence a full log is copied to {@code .1} and cut, not renamed (lines written in that moment may be lost).
 */
public record LogFile(Path path, long limit) {
    public void rotateIfFull() throws IOException {
        if (!Files.exists(path) || Files.size(path) < limit) {
            return;
        }
        Files.copy(path, path.resolveSibling(path.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

    /** The last lines; empty where there is no log yet. */
    public List<String> tail(int lines) throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        byte[] bytes;
        try (FileChannel channel = FileChannel.open(path)) {
            long from = Math.max(0, channel.size() - 64 * 1024);
            channel.position(from);
            bytes = Channels.newInputStream(channel).readAllBytes();
        }
        List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        return all.subList(Math.max(0, all.size() - lines), all.size());
    }
}
