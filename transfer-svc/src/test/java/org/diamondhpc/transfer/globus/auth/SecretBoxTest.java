package org.diamondhpc.transfer.globus.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretBoxTest {
    private final SecureRandom random = new SecureRandom();
    private final SecretBox box = new SecretBox(new byte[32], random);

    @Test
    void whatIsSealedOpensUnderItsNameOnlyAndIsNeverTheSame() {
        byte[] sealed = box.seal("default", "Agsecret");

        assertThat(box.open("default", sealed)).isEqualTo("Agsecret");
        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("Agsecret");
        assertThat(box.seal("default", "Agsecret")).isNotEqualTo(sealed);
        assertThatIllegalArgumentException().isThrownBy(() -> box.open("other", sealed));
    }

    @Test
    void oneChangedBitIsFoundOut() {
        byte[] sealed = box.seal("default", "Agsecret");
        sealed[15] ^= 1;

        assertThatIllegalArgumentException().isThrownBy(() -> box.open("default", sealed));
    }

    @Test
    void theKeyFileIsHexOrBase64AndNothingElse(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("key");
        Files.writeString(file, "00".repeat(32) + "\n");
        byte[] sealed = SecretBox.of(file, random).seal("n", "s");
        assertThat(box.open("n", sealed)).isEqualTo("s");

        Files.writeString(file, "short");
        assertThatIOException().isThrownBy(() -> SecretBox.of(file, random)).withMessageContaining("32 bytes");
    }
}
