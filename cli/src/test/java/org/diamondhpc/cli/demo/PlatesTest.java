package org.diamondhpc.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.diamondhpc.cli.client.Sha256;
import org.diamondhpc.schemas.DiamondJson;
import org.junit.jupiter.api.Test;

class PlatesTest {
    /** The sums of what simulate.py wrote with CPython 3.11 on x86_64. */
    @Test
    void fieldsEqualThoseOfThePythonProgramBitByBit() throws Exception {
        Plates plates = new Plates(DiamondJson.json().readTree(Steps.resource("problem.json")));

        assertThat(Sha256.of(plates.field(0)))
                .isEqualTo("eaaa6bb3e70ae065928502cfe5929378d0c7153fdaff84375b8cc83005b42c7a");
        assertThat(Sha256.of(plates.field(3)))
                .isEqualTo("e15f2bccd454edf4cccf81a83592ee4ce0fff3027dec149b14e7509bb980f01a");
        assertThat(plates.recovered(0)).isEqualTo(0.019999999999999234);
        assertThat(plates.recovered(3)).isEqualTo(0.0799999368758798);
    }
}
