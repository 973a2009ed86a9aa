package org.diamondhpc.gateway.policy;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityProviderCheckTest {
    @Test
    void tokensForAnyServiceAreNotTaken() {
        assertThatThrownBy(() -> new IdentityProviderCheck(true, Optional.empty()))
                .hasMessageContaining("quarkus.oidc.token.audience");
    }

    @Test
    void withAnAudienceOrWithoutAProviderNothingIsWrong() {
        assertThatCode(() -> {
            new IdentityProviderCheck(true, Optional.of(List.of("diamond")));
            new IdentityProviderCheck(false, Optional.empty());
        }).doesNotThrowAnyException();
    }
}
