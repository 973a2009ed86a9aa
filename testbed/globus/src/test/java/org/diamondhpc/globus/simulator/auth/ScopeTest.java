package org.diamondhpc.globus.simulator.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {
    @Test
    void readsDependenciesOfAnyDepth() {
        List<Scope> scopes = Scope.parse(" openid a[*b c[d]] e ");

        assertThat(scopes).containsExactly(new Scope("openid", false, List.of()),
                new Scope("a", false, List.of(new Scope("b", true, List.of()),
                        new Scope("c", false, List.of(new Scope("d", false, List.of()))))),
                new Scope("e", false, List.of()));
    }

    @Test
    void knowsTheCollectionsThatADependencyOpens() {
        List<Scope> scopes = Scope.parse(Scope.TRANSFER + "[*" + Scope.dataAccess("one") + " *" + Scope.dataAccess("two") + "]");

        assertThat(scopes.getFirst().collections()).containsExactly("one", "two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[", "a]", "a[b", "*", "a[*]", "[a]"})
    void refusesBrokenOnes(String text) {
        assertThatThrownBy(() -> Scope.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
