package org.diamondhpc.gateway.edge.grpc;

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
 * One upload. The messages' bytes are handed to the thread that stores them; a message waits until there is room, and
 * the next is only asked for then.
 */
final class Upload implements StreamObserver<UploadFileRequest> {
    private final Caller caller;
    private final Files files;
    private final StreamObserver<UploadFileResponse> to;
    private final Failures failures;
    private final ChunkStream chunks = new ChunkStream();
    private boolean begun;

    Upload(Caller caller, Files files, StreamObserver<UploadFileResponse> to, Failures failures) {
        this.caller = caller;
        this.files = files;
        this.to = to;
        this.failures = failures;
    }

    @Override
    public void onNext(UploadFileRequest part) {
        if (!begun) {
            begun = true;
            Thread.ofVirtual().name("upload").start(() -> store(part.getTarget()));
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
        to.onError(failures.of(e, UploadFileRequest.Target.getDescriptor()));
    }
}
