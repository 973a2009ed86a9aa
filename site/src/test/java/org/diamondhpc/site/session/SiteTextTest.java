package org.diamondhpc.site.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SiteTextTest {
    @Test
    void anyBytesSurviveTheRoundTrip() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            assertThat(SiteText.encode(SiteText.decode(bytes))).isEqualTo(bytes);
        }
    }

    @Test
    void goodTextIsItselfAndBadBytesAreMarked() {
        assertThat(SiteText.decode("Grüße 🚀".getBytes(java.nio.charset.StandardCharsets.UTF_8))).isEqualTo("Grüße 🚀");
        String bad = SiteText.decode(new byte[] {'a', (byte) 0xFF, 'b'});
        assertThat(SiteText.isUtf8(bad)).isFalse();
        assertThat(SiteText.display(bad)).isEqualTo("a\\xFFb");
        assertThat(SiteText.isUtf8("Grüße")).isTrue();
        assertThatThrownBy(() -> SiteText.encode("\uD800")).isInstanceOf(IllegalArgumentException.class);
    }
}
