package org.diamondhpc.transfer.globus.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.diamondhpc.transfer.globus.api.EndpointDocument;
import org.junit.jupiter.api.Test;

class ScopesTest {
    private static final String C1 = "11111111-1111-1111-1111-111111111111";
    private static final String C2 = "22222222-2222-2222-2222-222222222222";

    @Test
    void onlyMappedCollectionsOfVersionFiveWithoutHighAssuranceWantAConsentOfTheirOwn() {
        assertThat(needs("GCSv5_mapped_collection", false)).isTrue();
        assertThat(needs("GCSv5_mapped_collection", true)).isFalse();
        assertThat(needs("GCSv5_guest_collection", false)).isFalse();
        assertThat(needs("GCP_mapped_collection", false)).isFalse();
    }

    @Test
    void dependenciesStandInOneBracketEachOptional() {
        String scope = Scopes.transfer(List.of(C2, C1, C2));

        assertThat(scope).isEqualTo(Scopes.TRANSFER + "[*https://auth.globus.org/scopes/" + C1
                + "/data_access *https://auth.globus.org/scopes/" + C2 + "/data_access]");
        assertThat(Scopes.collections(List.of(scope))).containsExactly(C1, C2);
        assertThat(Scopes.transfer(List.of())).isEqualTo(Scopes.TRANSFER);
    }

    private static boolean needs(String type, boolean assured) {
        return Scopes.needsDataAccess(new EndpointDocument(C1, "c", type, assured));
    }
}
