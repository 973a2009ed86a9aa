package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is served beside the API: the status page, its own description, health and metrics. */
@QuarkusTest
class PagesTest extends GatewayTest {
    private static final Path COMMITTED = Path.of("../schemas/openapi.yaml");

    @Test
    void statusPageNeedsNothingFromElsewhere() {
        Api.Reply page = api(null).get("/");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("content-security-policy")).contains("script-src 'sha256-").doesNotContain("unsafe");
        Matcher outside = Pattern.compile("(src|href)=").matcher(page.text());
        assertThat(outside.find()).isFalse();
        assertThat(page.text()).doesNotContain("innerHTML");
    }

    @Test
    void committedDescriptionIsTheOneInForce() throws IOException {
        String now = api(null).get("/openapi", "Accept", "application/yaml").text();
        if (Boolean.getBoolean("openapi.update")) {
            Files.writeString(COMMITTED, now);
        }

        assertThat(now).startsWith("---\nopenapi: 3.1");
        assertThat(Files.readString(COMMITTED)).as("update it with: "
                + "mvn -pl agent-gateway -am test -Dtest=PagesTest -Dopenapi.update=true "
                + "-Dsurefire.failIfNoSpecifiedTests=false").isEqualTo(now);
    }

    @Test
    void healthAndMetricsAreServed() {
        submit(SLEEP);

        assertThat(api(null).get("/health/ready").json().path("status").asText()).isEqualTo("UP");
        assertThat(api(null).get("/metrics").text()).contains("diamond_gateway_waiters");
    }
}
