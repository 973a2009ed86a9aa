package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.BadRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.quarkus.test.junit.QuarkusTest;
import java.util.UUID;
import org.diamondhpc.api.gateway.v1.GetSessionRequest;
import org.diamondhpc.api.gateway.v1.OpenSessionRequest;
import org.diamondhpc.api.gateway.v1.Session;
import org.diamondhpc.api.gateway.v1.Skill;
import org.diamondhpc.api.gateway.v1.SkillServiceGetRequest;
import org.diamondhpc.api.gateway.v1.SkillServiceGrpc;
import org.diamondhpc.api.gateway.v1.SkillServiceInvokeRequest;
import org.diamondhpc.api.gateway.v1.SkillServiceInvokeResponse;
import org.diamondhpc.api.gateway.v1.SkillServiceListRequest;
import org.diamondhpc.api.gateway.v1.UpdateSessionRequest;
import org.diamondhpc.gateway.skill.SkillForms;
import org.diamondhpc.schemas.DiamondJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Skills, and free JSON, by a gRPC client. */
@QuarkusTest
class GrpcSkillsTest extends GatewayTest {
    private GrpcApi api;

    @BeforeEach
    void open() {
        api = new GrpcApi("alice-token");
    }

    @AfterEach
    void close() {
        api.close();
    }

    private static SkillServiceInvokeRequest call(String skill, String input) throws Exception {
        Struct.Builder struct = Struct.newBuilder();
        JsonFormat.parser().merge(input, struct);
        return SkillServiceInvokeRequest.newBuilder().setName(skill).setInput(struct).build();
    }

    @Test
    void theCatalogueIsTheSameAsOverRest() {
        Skill one = api.skills().get(SkillServiceGetRequest.newBuilder().setName("submit-task").build()).getSkill();

        assertThat(api.skills().list(SkillServiceListRequest.getDefaultInstance()).getSkillsList())
                .extracting(Skill::getName)
                .isEqualTo(alice.get("/v1/skills").json().path("items").findValuesAsText("name"));
        assertThat(one.getGuide()).contains("do not poll");
        assertThat(one.getInput().getFieldsOrThrow("properties").getStructValue().containsFields("spec")).isTrue();
    }

    @Test
    void aSkillIsInvokedOnceForItsKey() throws Exception {
        SkillServiceInvokeRequest request = call("submit_task", "{\"spec\": " + SLEEP + ", \"waitSeconds\": 0}");
        String key = UUID.randomUUID().toString();
        SkillServiceInvokeResponse first = api.with(SkillServiceGrpc.newBlockingStub(api.channel()),
                "idempotency-key", key).invoke(request);

        SkillServiceInvokeResponse second = api.with(SkillServiceGrpc.newBlockingStub(api.channel()),
                "idempotency-key", key).invoke(request);

        assertThat(SkillForms.violations("submit_task", DiamondJson.json().readTree(
                JsonFormat.printer().print(first.getOutput())))).isEmpty();
        assertThat(second.getReplayed()).isTrue();
        assertThat(second.getOutput()).isEqualTo(first.getOutput());
    }

    @Test
    void aBadInputIsRefusedByItsFields() throws Exception {
        SkillServiceInvokeRequest request = call("submit_task", "{\"spec\": {\"name\": \"\"}, \"bogus\": 1}");

        StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, () ->
                api.skills().invoke(request));

        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(GrpcApi.detail(e, BadRequest.class).orElseThrow().getFieldViolationsList())
                .extracting(BadRequest.FieldViolation::getField).allMatch(f -> f.startsWith("input"))
                .contains("input.spec.name");
    }

    @Test
    void notesAreMergedAndANullRemoves() throws Exception {
        Session session = api.sessions().openSession(OpenSessionRequest.newBuilder()
                .setContext(value("{\"goal\": \"compare\", \"runs\": 3}")).build()).getSession();
        api.sessions().updateSession(UpdateSessionRequest.newBuilder().setId(session.getId())
                .setNotes(value("{\"best\": 0.5, \"open\": [1, 2]}")).build());

        api.sessions().updateSession(UpdateSessionRequest.newBuilder().setId(session.getId())
                .setNotes(value("{\"best\": null}")).build());

        assertThat(alice.get("/v1/sessions/" + session.getId()).json().path("notes").toString())
                .isEqualTo("{\"open\":[1,2]}");
        assertThat(alice.get("/v1/sessions/" + session.getId()).json().path("context").toString())
                .isEqualTo("{\"goal\":\"compare\",\"runs\":3}");
        assertThat(api.sessions().getSession(GetSessionRequest.newBuilder().setId(session.getId()).build())
                .getSession().getNotes()).isEqualTo(value("{\"open\": [1, 2]}"));
    }

    private static Value value(String json) throws Exception {
        Value.Builder value = Value.newBuilder();
        JsonFormat.parser().merge(json, value);
        return value.build();
    }
}
