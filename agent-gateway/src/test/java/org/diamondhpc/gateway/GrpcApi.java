package org.diamondhpc.gateway;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import java.util.Optional;
import org.diamondhpc.api.gateway.v1.SessionServiceGrpc;
import org.diamondhpc.api.gateway.v1.SkillServiceGrpc;
import org.diamondhpc.api.gateway.v1.TaskServiceGrpc;
import org.diamondhpc.api.gateway.v1.TurnServiceGrpc;
import org.diamondhpc.api.gateway.v1.WorkspaceServiceGrpc;
import org.eclipse.microprofile.config.ConfigProvider;

/** A client of the gRPC edge as one tenant. */
final class GrpcApi implements AutoCloseable {
    private final ManagedChannel channel;
    private final String token;

    GrpcApi(String token) {
        int port = ConfigProvider.getConfig().getValue("quarkus.grpc.server.test-port", Integer.class);
        this.channel = ManagedChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        this.token = token;
    }

    ManagedChannel channel() {
        return channel;
    }

    TaskServiceGrpc.TaskServiceBlockingStub tasks(String... metadata) {
        return with(TaskServiceGrpc.newBlockingStub(channel), metadata);
    }

    SessionServiceGrpc.SessionServiceBlockingStub sessions() {
        return with(SessionServiceGrpc.newBlockingStub(channel));
    }

    SkillServiceGrpc.SkillServiceBlockingStub skills() {
        return with(SkillServiceGrpc.newBlockingStub(channel));
    }

    TurnServiceGrpc.TurnServiceBlockingStub turns(String... metadata) {
        return with(TurnServiceGrpc.newBlockingStub(channel), metadata);
    }

    WorkspaceServiceGrpc.WorkspaceServiceBlockingStub workspaces() {
        return with(WorkspaceServiceGrpc.newBlockingStub(channel));
    }

    <S extends AbstractStub<S>> S with(S stub, String... metadata) {
        return stub.withInterceptors(headers(metadata));
    }

    ClientInterceptor headers(String... metadata) {
        Metadata headers = new Metadata();
        if (token != null) {
            headers.put(key("authorization"), "Bearer " + token);
        }
        for (int i = 0; i < metadata.length; i += 2) {
            headers.put(key(metadata[i]), metadata[i + 1]);
        }
        return MetadataUtils.newAttachHeadersInterceptor(headers);
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    static ErrorInfo info(StatusRuntimeException e) {
        return detail(e, ErrorInfo.class).orElseThrow(() -> new AssertionError("no ErrorInfo in " + e));
    }

    static <M extends Message> Optional<M> detail(StatusRuntimeException e, Class<M> type) {
        for (Any any : StatusProto.fromThrowable(e).getDetailsList()) {
            if (any.is(type)) {
                try {
                    return Optional.of(any.unpack(type));
                } catch (InvalidProtocolBufferException broken) {
                    throw new IllegalStateException(broken);
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
