package org.diamondhpc.gateway.webhook.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureTest {
    private static final String TEXT = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /** The vector that the libraries of Standard Webhooks are tested with; the value computed by another program. */
    @Test
    void signsAsTheLibrariesOfReceiversDo() {
        Secret secret = Secret.parse(TEXT);

        String signature = Signature.of(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", Instant.ofEpochSecond(1614265330),
                "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));

        assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void oneByteOfTheBodyMakesAnotherSignature() {
        Secret secret = Secret.parse(TEXT);
        Instant at = Instant.ofEpochSecond(1614265330);

        String other = Signature.of(secret, "m", at, new byte[] {2});

        assertThat(other).isNotEqualTo(Signature.of(secret, "m", at, new byte[] {1}));
    }

    @Test
    void secretComesBackAsItWasGivenAndIsNotPrinted() {
        Secret secret = Secret.parse(TEXT);

        String text = secret.text();

        assertThat(text).isEqualTo(TEXT);
        assertThat(secret.toString()).doesNotContain("MfKQ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_c2hvcnQ=", "whsec_not base64!"})
    void otherFormsAreRefusedWithoutTellingThem(String text) {
        assertThatThrownBy(() -> Secret.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("c2hvcnQ");
    }

    @Test
    void sixtyFiveBytesAreTooMany() {
        String text = "whsec_" + Base64.getEncoder().encodeToString(new byte[65]);

        assertThatThrownBy(() -> Secret.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
