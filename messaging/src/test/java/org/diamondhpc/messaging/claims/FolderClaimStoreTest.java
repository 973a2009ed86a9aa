package org.diamondhpc.messaging.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FolderClaimStoreTest {
    @TempDir
    Path folder;

    private FolderClaimStore store(long maxSize, long quota) {
        return new FolderClaimStore(folder.resolve("claims"), maxSize, quota);
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatWasPutIsOpenedByItsName() throws IOException {
        FolderClaimStore store = store(100, 1000);

        ClaimRef ref = store.put(text("hello"));

        assertThat(ref.sha256()).isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        assertThat(ref.size()).isEqualTo(5);
        try (InputStream content = store.open(ref)) {
            assertThat(content.readAllBytes()).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void theSameContentIsStoredOnceForItsOwnerOnly() throws IOException {
        FolderClaimStore store = store(100, 1000);

        ClaimRef first = store.put(text("same"));
        ClaimRef second = store.put(text("same"));

        assertThat(second).isEqualTo(first);
        assertThat(files()).hasSize(1).allSatisfy(file -> assertThat(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("claims"))))
                .isEqualTo("rwx------");
    }

    @Test
    void aDeletedClaimIsGone() throws IOException {
        FolderClaimStore store = store(100, 1000);
        ClaimRef ref = store.put(text("x"));

        assertThat(store.delete(ref)).isTrue();

        assertThat(store.exists(ref)).isFalse();
        assertThat(store.delete(ref)).isFalse();
        assertThatThrownBy(() -> store.open(ref)).satisfies(reason(Reason.INVALID_NOT_FOUND));
    }

    @Test
    void tooLargeAClaimLeavesNothingBehind() throws IOException {
        FolderClaimStore store = store(10, 1000);

        assertThatThrownBy(() -> store.put(text("eleven bytes"))).satisfies(reason(Reason.INVALID_TOO_LARGE));

        assertThat(files()).isEmpty();
    }

    @Test
    void theQuotaHoldsForAllClaimsTogetherAndDeletingFreesIt() throws IOException {
        FolderClaimStore store = store(100, 10);
        ClaimRef first = store.put(text("12345678"));

        assertThatThrownBy(() -> store.put(text("abcdefgh"))).satisfies(reason(Reason.TRANSFER_STORE_FULL));
        store.delete(first);

        assertThat(store.put(text("abcdefgh")).size()).isEqualTo(8);
        assertThat(files()).hasSize(1);
    }

    @Test
    void aSourceThatBreaksLeavesNothingBehind() throws IOException {
        FolderClaimStore store = store(100, 1000);
        InputStream broken = new InputStream() {
            private int left = 5;

            @Override
            public int read() throws IOException {
                if (left-- == 0) {
                    throw new IOException("cut");
                }
                return 'x';
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                into[offset] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> store.put(broken)).isInstanceOf(IOException.class).hasMessage("cut");

        assertThat(files()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsCalledThat() throws IOException {
        try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
            ClaimWriter writer = new ClaimWriter(full, 100, 100);

            assertThatThrownBy(() -> writer.copy(text("anything"))).satisfies(reason(Reason.TRANSFER_STORE_FULL));
        }
    }

    private static java.util.function.Consumer<Throwable> reason(Reason reason) {
        return failure -> assertThat(((DiamondException) failure).reason()).isEqualTo(reason);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).toList();
        }
    }
}
