package org.diamondhpc.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final List<String> KNOWN = List.of("jobs", "repeat");

    @Test
    void aNameFlagsAndNumbersAreRead() {
        Options options = Options.parse(List.of("wake", "--json", "--simulated", "--jobs", "20"), KNOWN);

        assertThat(options.name()).isEqualTo("wake");
        assertThat(options.json()).isTrue();
        assertThat(options.here()).isFalse();
        assertThat(options.wants("simulated")).isTrue();
        assertThat(options.wants("live")).isFalse();
        assertThat(options.number("jobs", 200)).isEqualTo(20);
        assertThat(options.number("repeat", 3)).isEqualTo(3);
    }

    @Test
    void whatIsNotKnownIsRefused() {
        assertThatThrownBy(() -> Options.parse(List.of("wake", "--fast"), KNOWN)).hasMessageContaining("--fast");
        assertThatThrownBy(() -> Options.parse(List.of("wake", "--sites=3"), KNOWN)).hasMessageContaining("--sites");
        assertThatThrownBy(() -> Options.parse(List.of("wake", "--jobs=0"), KNOWN)).hasMessageContaining("less than 1");
        assertThatThrownBy(() -> Options.parse(List.of("wake", "--jobs=x"), KNOWN)).hasMessageContaining("not a number");
        assertThatThrownBy(() -> Options.parse(List.of("--json"), KNOWN)).hasMessageContaining("name one");
    }
}
