package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.MethodOptions.IdempotencyLevel;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import grpc.health.v1.HealthGrpc;
import grpc.health.v1.HealthOuterClass.HealthCheckRequest;
import grpc.health.v1.HealthOuterClass.HealthCheckResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.diamondhpc.api.gateway.v1.SessionServiceOuterClass;
import org.diamondhpc.api.gateway.v1.SiteServiceOuterClass;
import org.diamondhpc.api.gateway.v1.SkillServiceOuterClass;
import org.diamondhpc.api.gateway.v1.TaskServiceOuterClass;
import org.diamondhpc.api.gateway.v1.TransferServiceOuterClass;
import org.diamondhpc.api.gateway.v1.WorkspaceServiceOuterClass;
import org.junit.jupiter.api.Test;

/** What holds for every call there is: who may, and what a client can find out about the server. */
@QuarkusTest
class GrpcGateTest extends GatewayTest {
    /** A skill says itself whether it changes anything. */
    private static final String INVOKE = "diamond.gateway.v1.SkillService.Invoke";

    private static List<MethodDescriptor> calls() {
        return Stream.of(TaskServiceOuterClass.getDescriptor(), SessionServiceOuterClass.getDescriptor(),
                        SiteServiceOuterClass.getDescriptor(), TransferServiceOuterClass.getDescriptor(),
                        WorkspaceServiceOuterClass.getDescriptor(), SkillServiceOuterClass.getDescriptor())
                .flatMap(f -> f.getServices().stream()).flatMap(s -> s.getMethods().stream()).toList();
    }

    private static boolean changes(MethodDescriptor call) {
        return call.getOptions().getIdempotencyLevel() != IdempotencyLevel.NO_SIDE_EFFECTS
                && !call.getFullName().equals(INVOKE);
    }

    @Test
    void noCallIsAnsweredWithoutAKnownToken() {
        try (GrpcApi nobody = new GrpcApi(null); GrpcApi wrong = new GrpcApi("wrong")) {
            for (MethodDescriptor call : calls()) {
                for (GrpcApi api : List.of(nobody, wrong)) {
                    StatusRuntimeException e = refusal(api, call);

                    assertThat(e.getStatus().getCode()).as(call.getFullName()).isEqualTo(Status.Code.UNAUTHENTICATED);
                    assertThat(GrpcApi.info(e).getReason()).isEqualTo("AUTH_MISSING");
                    assertThat(GrpcApi.info(e).getMetadataOrThrow("whatToDo")).contains("token");
                }
            }
        }
    }

    @Test
    void whoMayOnlyReadChangesNothing() {
        List<MethodDescriptor> changing = calls().stream().filter(GrpcGateTest::changes).toList();
        assertThat(changing).hasSizeGreaterThan(15);
        try (GrpcApi viewer = new GrpcApi("viewer-token")) {
            for (MethodDescriptor call : changing) {
                StatusRuntimeException e = refusal(viewer, call);

                assertThat(e.getStatus().getCode()).as(call.getFullName()).isEqualTo(Status.Code.PERMISSION_DENIED);
                assertThat(GrpcApi.info(e).getReason()).as(call.getFullName()).isEqualTo("AUTH_FORBIDDEN");
            }
        }
    }

    @Test
    void theServerSaysThatItIsWell() {
        try (GrpcApi nobody = new GrpcApi(null)) {
            HealthCheckResponse all = HealthGrpc.newBlockingStub(nobody.channel())
                    .check(HealthCheckRequest.getDefaultInstance());
            HealthCheckResponse one = HealthGrpc.newBlockingStub(nobody.channel()).check(HealthCheckRequest
                    .newBuilder().setService("diamond.gateway.v1.TaskService").build());

            assertThat(all.getStatus()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
            assertThat(one.getStatus()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
        }
    }

    @Test
    void theServerDescribesItself() throws Exception {
        CompletableFuture<ServerReflectionResponse> told = new CompletableFuture<>();
        try (GrpcApi nobody = new GrpcApi(null)) {
            StreamObserver<ServerReflectionRequest> ask = ServerReflectionGrpc.newStub(nobody.channel())
                    .serverReflectionInfo(new Taken<>(told));
            ask.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
            ask.onCompleted();

            assertThat(told.get(10, TimeUnit.SECONDS).getListServicesResponse().getServiceList())
                    .extracting(s -> s.getName())
                    .containsAll(calls().stream().map(MethodDescriptor::getService)
                            .map(ServiceDescriptor::getFullName).distinct().toList());
        }
    }

    /** How the call is refused, with an empty request. */
    private static StatusRuntimeException refusal(GrpcApi api, MethodDescriptor call) {
        io.grpc.MethodDescriptor<DynamicMessage, DynamicMessage> method = io.grpc.MethodDescriptor
                .<DynamicMessage, DynamicMessage>newBuilder().setType(type(call))
                .setFullMethodName(call.getService().getFullName() + "/" + call.getName())
                .setRequestMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(call.getInputType())))
                .setResponseMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(call.getOutputType())))
                .build();
        Channel channel = ClientInterceptors.intercept(api.channel(), api.headers());
        CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS);
        DynamicMessage empty = DynamicMessage.getDefaultInstance(call.getInputType());
        StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, () -> {
            switch (method.getType()) {
                case UNARY -> ClientCalls.blockingUnaryCall(channel, method, soon, empty);
                case SERVER_STREAMING -> ClientCalls.blockingServerStreamingCall(channel, method, soon, empty)
                        .hasNext();
                default -> upload(channel.newCall(method, soon), empty);
            }
        });
        assertThat(e).as(call.getFullName()).isNotNull();
        return e;
    }

    private static void upload(io.grpc.ClientCall<DynamicMessage, DynamicMessage> call, DynamicMessage empty)
            throws Exception {
        CompletableFuture<DynamicMessage> answer = new CompletableFuture<>();
        StreamObserver<DynamicMessage> to = ClientCalls.asyncClientStreamingCall(call, new Taken<>(answer));
        to.onNext(empty);
        to.onCompleted();
        try {
            answer.get(10, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    private static io.grpc.MethodDescriptor.MethodType type(MethodDescriptor call) {
        return call.isClientStreaming() ? io.grpc.MethodDescriptor.MethodType.CLIENT_STREAMING
                : call.isServerStreaming() ? io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING
                : io.grpc.MethodDescriptor.MethodType.UNARY;
    }

    /** The first message, or the failure. */
    private record Taken<M>(CompletableFuture<M> first) implements StreamObserver<M> {
        @Override
        public void onNext(M message) {
            first.complete(message);
        }

        @Override
        public void onError(Throwable e) {
            first.completeExceptionally(e);
        }

        @Override
        public void onCompleted() {
            first.completeExceptionally(new IllegalStateException("no message came"));
        }
    }
}
