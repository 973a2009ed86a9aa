package org.diamondhpc.discovery.domain.wait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuModelsTest {
    @ParameterizedTest
    @CsvSource({"a100, a100, true", "a100, A100, true", "A100, nvidia_a100, true", "a100, nvidia_a100-sxm4-80gb, true",
        "a100-80gb, nvidia_a100_80gb_pcie, true", "a100-80gb, nvidia_a100-sxm4-40gb, false", "v100, tesla_v100, true",
        "h100, gh200, false", "a100, a100_1g.5gb, false", "a100_1g.5gb, nvidia_a100_1g.5gb, true", "mi250, mi250x, false",
        "a10, a100, false", "nvidia, nvidia_a100, false"})
    void knowsTheSameModel(String asked, String there, boolean same) {
        assertThat(GpuModels.same(asked, there)).isEqualTo(same);
    }
}
