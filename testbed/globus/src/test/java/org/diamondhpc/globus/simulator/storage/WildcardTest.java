package org.diamondhpc.globus.simulator.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WildcardTest {
    @ParameterizedTest
    @CsvSource({"*.txt,a.txt,true", "*.txt,a.txt.gz,false", "a?c,abc,true", "a?c,ac,false", "[ab]x,bx,true",
        "[!ab]x,bx,false", "[a-c]x,bx,true", "a.b,axb,false", "[,[,true", "[]x,[]x,true", "(a)+,(a)+,true",
        "[z-a],[z-a],true", "[a&&b],&,true"})
    void matchesAsFnmatchDoes(String pattern, String name, boolean matches) {
        assertThat(new Wildcard(pattern).matches(name)).isEqualTo(matches);
    }
}
