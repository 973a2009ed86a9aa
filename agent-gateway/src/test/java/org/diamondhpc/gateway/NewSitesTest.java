package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.task.Artefact;
import org.junit.jupiter.api.Test;

/** Sites that are added, applications that are registered, and what inputs tell of themselves. */
@QuarkusTest
class NewSitesTest extends GatewayTest {
    private static final String SITE = "{\"host\": \"login.example.org\", \"user\": \"alice\"}";

    @Inject
    PlayedServices services;

    @Test
    void anOperatorGetsTheKeyThenADraftThenTheSite() {
        Api operator = api("admin-token");
        services.play(SiteRequest.DraftSite.class, request -> request.site().hostKey() == null
                ? new SiteReply.HostKey(request.site().host(), request.site().port(), "ssh-ed25519", "SHA256:abc",
                        "ssh-ed25519 AAAA", false)
                : new SiteReply.Draft(new SiteId("login"), "id: login\n", "slurm", null, null, List.of("look twice")));
        services.play(SiteRequest.AddSite.class, request -> new SiteReply.Added(new SiteId("login")));

        JsonNode key = operator.post("/v1/sites/drafts", SITE).json();
        JsonNode draft = operator.post("/v1/sites/drafts", SITE.replace("}", ", \"hostKey\": \"SHA256:abc\"}")).json();
        Api.Reply added = operator.post("/v1/sites", "{\"profile\": \"id: login\\n\"}");

        assertThat(key.path("kind").asText()).isEqualTo("host-key");
        assertThat(key.path("port").asInt()).isEqualTo(22);
        assertThat(draft.path("profile").asText()).isEqualTo("id: login\n");
        assertThat(draft.path("notes").get(0).asText()).isEqualTo("look twice");
        assertThat(added.status()).isEqualTo(201);
        assertThat(added.header("location")).endsWith("/v1/sites/login");
    }

    @Test
    void nobodyElseAddsSites() {
        assertThat(alice.post("/v1/sites/drafts", SITE).reason()).isEqualTo("AUTH_FORBIDDEN");
        assertThat(alice.post("/v1/sites", "{\"profile\": \"id: x\"}").reason()).isEqualTo("AUTH_FORBIDDEN");
        assertThat(api("viewer-token").post("/v1/sites/drafts", SITE).reason()).isEqualTo("AUTH_FORBIDDEN");
    }

    @Test
    void aRefusalOfTheSiteIsHandedOnWithWhatToDo() {
        services.play(SiteRequest.DraftSite.class, request -> new SiteReply.Failed(Problem.of(Reason.SITE_UNREACHABLE,
                "login.example.org:22: connection refused")));

        Api.Reply reply = api("admin-token").post("/v1/sites/drafts", SITE);

        assertThat(reply.reason()).isEqualTo("SITE_UNREACHABLE");
        assertThat(reply.json().path("detail").asText()).contains("connection refused");
    }

    @Test
    void anApplicationIsRegisteredUnderItsTenantAsJsonOrYaml() {
        AtomicReference<SiteRequest.PutApplication> put = new AtomicReference<>();
        services.play(SiteRequest.PutApplication.class, request -> {
            put.set(request);
            return new SiteReply.Applications(List.of(request.application()));
        });

        Api.Reply reply = alice.send("PUT", "/v1/applications/gromacs",
                "requirements: {architectures: [x86_64], gpus: 1}\n".getBytes(StandardCharsets.UTF_8), "Content-Type",
                "application/yaml");
        Api.Reply wrong = alice.send("PUT", "/v1/applications/gromacs",
                "{\"requirements\": {\"modules\": [\"a; rm -rf /\"]}}".getBytes(StandardCharsets.UTF_8), "Content-Type",
                "application/json");

        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(put.get().tenant().value()).isEqualTo("alice");
        assertThat(put.get().application().requirements()).isEqualTo(new Application.Requirements(List.of("x86_64"), null,
                null, null, 1, null, null));
        assertThat(wrong.reason()).isEqualTo("INVALID_REQUEST");
        assertThat(wrong.json().path("violations").get(0).path("pointer").asText()).isEqualTo("/requirements/modules");
    }

    @Test
    void whatAnUploadedProgramIsTravelsWithTheTask() {
        AtomicReference<Artefact> seen = new AtomicReference<>();
        services.play(SiteRequest.PlanPlacement.class, request -> {
            seen.set(request.order().inputs().getFirst().artefact());
            return new SiteReply.Plan(null, List.of(), null);
        });
        ByteBuffer program = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        program.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).putShort(18, (short) 183);
        assertThat(alice.send("PUT", "/v1/workspaces/arch/files/solver", program.array(), "Content-Type",
                "application/octet-stream").status()).isBetween(200, 201);

        Api.Reply plan = alice.post("/v1/placements", "{\"executable\": \"solver\", \"inputs\": [{\"from\": "
                + "\"ws://arch/solver\", \"executable\": true}]}");

        assertThat(plan.status()).as(plan.text()).isEqualTo(200);
        assertThat(seen.get()).isEqualTo(new Artefact(Artefact.Kind.ELF, List.of("aarch64"), null, null));
    }
}
