package org.diamondhpc.schemas.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.junit.jupiter.api.Test;

class RequestTypesTest {
    @Test
    void requestIsNamedByItsKind() {
        SiteRequest request = new SiteRequest.StatFile(new TenantId("alice"), new SiteId("alpha"), "~/a");

        String type = RequestTypes.of(request);

        assertThat(type).isEqualTo("org.diamondhpc.request.stat-file.v1");
    }
}
