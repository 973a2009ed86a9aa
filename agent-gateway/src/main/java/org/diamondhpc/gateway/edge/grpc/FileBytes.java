package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.smallrye.mutiny.Multi;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.diamondhpc.api.gateway.v1.DownloadFileRequest;
import org.diamondhpc.api.gateway.v1.DownloadFileResponse;
import org.diamondhpc.api.gateway.v1.UploadFileRequest;
import org.diamondhpc.api.gateway.v1.UploadFileResponse;
import org.diamondhpc.api.gateway.v1.WorkspaceFile;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.workspace.Files;

/** The bytes of workspace files over gRPC, as streams that neither side may overrun. */
@Singleton
class FileBytes {
    private static final int CHUNK = 64 * 1024;

    private final Calls calls;
    private final Files files;

    FileBytes(Calls calls, Files files) {
        this.calls = calls;
        this.files = files;
    }

    /** The first message holds what is known of the file. */
    Multi<DownloadFileResponse> download(Caller caller, DownloadFileRequest request) {
        long offset = Pieces.number("offset", request.getOffset(), 0, 0, Long.MAX_VALUE);
        long length = request.hasLength() ? Pieces.number("length", request.getLength(), 0, 0, Long.MAX_VALUE)
                : Long.MAX_VALUE;
        Files.Content content = files.content(caller,
                WorkspacesEndpoint.path(request.getWorkspace(), request.getPath()));
        DownloadFileResponse first = DownloadFileResponse.newBuilder()
                .setFile(Messages.of(content.file(), WorkspaceFile.getDefaultInstance())).build();
        return Multi.createBy().concatenating().streams(Multi.createFrom().item(first),
                Multi.createFrom().resource(() -> open(content, offset), in -> chunks(in, length))
                        .withFinalizer(FileBytes::close));
    }

    StreamObserver<UploadFileRequest> upload(StreamObserver<UploadFileResponse> to) {
        return new Upload(calls, files, (ServerCallStreamObserver<UploadFileResponse>) to);
    }

    private InputStream open(Files.Content content, long offset) {
        try {
            InputStream in = files.open(content.claim());
            in.skipNBytes(Math.min(offset, content.claim().size()));
            return in;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Multi<DownloadFileResponse> chunks(InputStream in, long length) {
        return Multi.createFrom().generator(() -> length, (left, to) -> {
            try {
                byte[] chunk = in.readNBytes((int) Math.min(CHUNK, left));
                if (chunk.length == 0) {
                    to.complete();
                } else {
                    to.emit(DownloadFileResponse.newBuilder().setData(ByteString.copyFrom(chunk)).build());
                }
                return left - chunk.length;
            } catch (IOException e) {
                to.fail(e);
                return left;
            }
        });
    }

    private static void close(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
