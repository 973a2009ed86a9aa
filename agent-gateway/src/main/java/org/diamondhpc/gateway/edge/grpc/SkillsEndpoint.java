package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import org.diamondhpc.api.gateway.v1.Skill;
import org.diamondhpc.api.gateway.v1.SkillServiceGetRequest;
import org.diamondhpc.api.gateway.v1.SkillServiceGetResponse;
import org.diamondhpc.api.gateway.v1.SkillServiceGrpc;
import org.diamondhpc.api.gateway.v1.SkillServiceInvokeRequest;
import org.diamondhpc.api.gateway.v1.SkillServiceInvokeResponse;
import org.diamondhpc.api.gateway.v1.SkillServiceListRequest;
import org.diamondhpc.api.gateway.v1.SkillServiceListResponse;
import org.diamondhpc.gateway.skill.SkillCatalogue;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.skill.Skills;

/** Skills over gRPC. */
@GrpcService
class SkillsEndpoint extends SkillServiceGrpc.SkillServiceImplBase {
    private static final Skill FORM = Skill.getDefaultInstance();

    private final Calls calls;
    private final SkillCatalogue catalogue;
    private final Skills skills;

    SkillsEndpoint(Calls calls, SkillCatalogue catalogue, Skills skills) {
        this.calls = calls;
        this.catalogue = catalogue;
        this.skills = skills;
    }

    @Override
    public void list(SkillServiceListRequest request, StreamObserver<SkillServiceListResponse> to) {
        calls.read(request, to, caller -> {
            SkillServiceListResponse.Builder answer = SkillServiceListResponse.newBuilder();
            catalogue.all().forEach(s -> answer.addSkills(Messages.of(s, FORM).toBuilder().clearGuide().clearInput()
                    .clearOutput().clearExamples()));
            return answer.build();
        });
    }

    @Override
    public void get(SkillServiceGetRequest request, StreamObserver<SkillServiceGetResponse> to) {
        calls.read(request, to, caller -> SkillServiceGetResponse.newBuilder()
                .setSkill(Messages.of(catalogue.get(request.getName()), FORM)).build());
    }

    /** Skills themselves judge whether the caller may. */
    @Override
    public void invoke(SkillServiceInvokeRequest request, StreamObserver<SkillServiceInvokeResponse> to) {
        calls.read(request, to, caller -> {
            SkillResult result = skills.call(caller, request.getName(), WellKnown.tree(request.getInput()),
                    CallFacts.idempotencyKey());
            return SkillServiceInvokeResponse.newBuilder().setOutput(WellKnown.struct(result.body()))
                    .setReplayed(result.replayed()).build();
        });
    }
}
