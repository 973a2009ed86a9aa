package org.diamondhpc.transfer.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.diamondhpc.schemas.spec.RelativePath;
import org.junit.jupiter.api.Test;

class ManifestTest {
    private static final String SUM = "a".repeat(64);

    @Test
    void linesOfTheFormAreTaken() {
        Manifest manifest = Manifest.parse(SUM + " 12 dir/a b\n" + SUM + " 0 x\n");

        assertThat(manifest.entries()).containsExactly(new Manifest.Entry(SUM, 12, "dir/a b"),
                new Manifest.Entry(SUM, 0, "x"));
        assertThat(manifest.rejected()).isZero();
    }

    @Test
    void whatIsNotOfTheFormIsCountedOnly() {
        Manifest manifest = Manifest.parse(SUM + " 1 ../x\n" + SUM + " 1 /etc/passwd\n" + SUM + " -1 x\n"
                + SUM.toUpperCase() + " 1 x\n" + SUM + " 99999999999999999999 x\nx\n" + SUM + " 1 a/./b\n");

        assertThat(manifest.entries()).isEmpty();
        assertThat(manifest.rejected()).isEqualTo(7);
    }

    @Test
    void noRubbishGetsThrough() {
        Random random = new Random(3);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(SUM).append(" 1 ");
            for (int n = random.nextInt(20); n > 0; n--) {
                text.append((char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
            }
            assertThat(Manifest.parse(text.toString()).entries())
                    .allMatch(e -> RelativePath.problem(e.path()).isEmpty());
        }
    }
}
