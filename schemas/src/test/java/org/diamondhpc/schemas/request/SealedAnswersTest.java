package org.diamondhpc.schemas.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class SealedAnswersTest {
    private final KeyPair keeper = SealedAnswers.newKey();

    @Test
    void onlyTheKeeperReadsWhatWasSealed() {
        List<String> answers = List.of("pass wörd", "123456", "");

        String sealed = SealedAnswers.seal(answers, SealedAnswers.text(keeper.getPublic()));

        assertThat(new String(Base64.getDecoder().decode(sealed), StandardCharsets.ISO_8859_1)).doesNotContain("123456");
        assertThat(SealedAnswers.open(sealed, keeper)).isEqualTo(answers);
        assertThatIllegalArgumentException().isThrownBy(() -> SealedAnswers.open(sealed, SealedAnswers.newKey()));
    }

    @Test
    void changedOrCutTextIsRefused() {
        byte[] sealed = Base64.getDecoder().decode(
                SealedAnswers.seal(List.of("x"), SealedAnswers.text(keeper.getPublic())));
        sealed[sealed.length - 1] ^= 1;

        assertThatIllegalArgumentException().isThrownBy(() ->
                SealedAnswers.open(Base64.getEncoder().encodeToString(sealed), keeper));
        assertThatIllegalArgumentException().isThrownBy(() -> SealedAnswers.open("AAAA", keeper));
        assertThatIllegalArgumentException().isThrownBy(() -> SealedAnswers.seal(List.of("x"), "no key"));
    }

    @Test
    void twoSealsOfTheSameAnswerDiffer() {
        String key = SealedAnswers.text(keeper.getPublic());

        assertThat(SealedAnswers.seal(List.of("x"), key)).isNotEqualTo(SealedAnswers.seal(List.of("x"), key));
    }
}
