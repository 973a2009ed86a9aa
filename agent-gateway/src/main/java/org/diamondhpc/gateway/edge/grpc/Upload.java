package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import org.diamondhpc.api.gateway.v1.UploadFileRequest;
import org.diamondhpc.api.gateway.v1.UploadFileResponse;
import org.diamondhpc.api.gateway.v1.WorkspaceFile;
import org.diamondhpc.gateway.edge.rest.Bodies;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.workspace.Files;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/**
 * One upload. The messages' bytes are handed to the thread that stores them, which asks for the next when it has taken one,
 * so a few at most are held.
 */
final class Upload implements StreamObserver<UploadFileRequest> {
    private static final int AHEAD = 4;

    private final Calls calls;
    private final Files files;
    private final ServerCallStreamObserver<UploadFileResponse> to;
    private final ChunkStream chunks;
    private boolean begun;

    Upload(Calls calls, Files files, ServerCallStreamObserver<UploadFileResponse> to) {
        this.calls = calls;
        this.files = files;
        this.to = to;
        this.chunks = new ChunkStream(() -> to.request(1));
        to.disableAutoRequest();
        to.request(AHEAD);
    }

    @Override
    public void onNext(UploadFileRequest part) {
        if (!begun) {
            begun = true;
            calls.aside(() -> store(part.getTarget()));
        }
        chunks.add(part.getData());
    }

    @Override
    public void onError(Throwable e) {
        chunks.cut(e);
    }

    @Override
    public void onCompleted() {
        if (begun) {
            chunks.end();
        } else {
            fail(DiamondException.of(Reason.INVALID_REQUEST, "the first message names the target"));
        }
    }

    private void store(UploadFileRequest.Target target) {
        try (chunks) {
            Caller caller = calls.writer();
            Requests.check(target, Bodies.MAX);
            WorkspaceFile file = Messages.of(files.upload(caller, WorkspacesEndpoint.path(target.getWorkspace(),
                    target.getPath()), chunks, target.hasSha256() ? target.getSha256() : null),
                    WorkspaceFile.getDefaultInstance());
            to.onNext(UploadFileResponse.newBuilder().setFile(file).build());
            to.onCompleted();
        } catch (IOException | RuntimeException e) {
            if (!chunks.wasCut()) {
                fail(e);
            }
        }
    }

    private void fail(Exception e) {
        to.onError(calls.failures().of(e, UploadFileRequest.Target.getDescriptor()));
    }
}
