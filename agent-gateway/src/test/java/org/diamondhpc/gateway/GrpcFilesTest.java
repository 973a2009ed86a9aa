package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.diamondhpc.api.gateway.v1.DeleteFileRequest;
import org.diamondhpc.api.gateway.v1.DownloadFileRequest;
import org.diamondhpc.api.gateway.v1.GetNoteRequest;
import org.diamondhpc.api.gateway.v1.ListFilesRequest;
import org.diamondhpc.api.gateway.v1.Note;
import org.diamondhpc.api.gateway.v1.PutNoteRequest;
import org.diamondhpc.api.gateway.v1.UploadFileRequest;
import org.diamondhpc.api.gateway.v1.UploadFileResponse;
import org.diamondhpc.api.gateway.v1.WorkspaceFile;
import org.diamondhpc.api.gateway.v1.WorkspaceServiceGrpc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files and notes of a workspace by a gRPC client. */
@QuarkusTest
class GrpcFilesTest extends GatewayTest {
    private GrpcApi api;
    private String ws;

    @BeforeEach
    void open() {
        api = new GrpcApi("alice-token");
        ws = "w" + UUID.randomUUID().toString().substring(0, 8);
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void anUploadComesBackWholeAndInParts() throws Exception {
        byte[] bytes = new byte[3_000_000];
        new Random(1).nextBytes(bytes);
        String sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));

        WorkspaceFile file = upload("a/b c/ü.bin", bytes, sha);

        assertThat(file.getUri()).isEqualTo("ws://" + ws + "/a/b c/ü.bin");
        assertThat(file.getSha256()).isEqualTo(sha);
        DownloadFileRequest whole = DownloadFileRequest.newBuilder().setWorkspace(ws).setPath("a/b c/ü.bin").build();
        assertThat(download(whole)).isEqualTo(bytes);
        assertThat(download(whole.toBuilder().setOffset(100_000).setLength(70_000).build()))
                .isEqualTo(Arrays.copyOfRange(bytes, 100_000, 170_000));
        assertThat(download(whole.toBuilder().setOffset(4_000_000).build())).isEmpty();
        assertThat(api.workspaces().listFiles(ListFilesRequest.newBuilder().setWorkspace(ws).setPrefix("a/").build())
                .getFilesList()).extracting(WorkspaceFile::getUri, WorkspaceFile::getSha256)
                .containsExactly(tuple(file.getUri(), sha));
    }

    @Test
    void manySmallPartsOfManyUploadsKeepTheirOrder() throws Exception {
        byte[] bytes = new byte[3_000];
        new Random(11).nextBytes(bytes);
        String sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));

        try (ExecutorService at = Executors.newFixedThreadPool(8)) {
            List<Future<WorkspaceFile>> files = IntStream.range(0, 160)
                    .mapToObj(i -> at.submit(() -> upload("many/" + i, bytes, null, 50))).toList();

            for (Future<WorkspaceFile> file : files) {
                assertThat(file.get().getSha256()).isEqualTo(sha);
            }
        }
    }

    @Test
    void anEmptyFileIsAFile() throws Exception {
        WorkspaceFile file = upload("empty", new byte[0], null);

        assertThat(file.getSize()).isZero();
        assertThat(download(DownloadFileRequest.newBuilder().setWorkspace(ws).setPath("empty").build())).isEmpty();
    }

    @Test
    void anotherSumThanPromisedIsRefused() {
        StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, () ->
                upload("x", new byte[] {1}, "0".repeat(64)));

        assertThat(GrpcApi.info(e).getReason()).isEqualTo("TRANSFER_CHECKSUM_MISMATCH");
    }

    @Test
    void anUploadToAnIllegalPathIsRefusedThoughMoreBytesCome() {
        StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, () ->
                upload("../x", new byte[2_000_000], null));

        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(GrpcApi.info(e).getReason()).isEqualTo("INVALID_PATH");
    }

    @Test
    void anUploadThatIsCutLeavesNoFile() throws Exception {
        CompletableFuture<UploadFileResponse> answer = new CompletableFuture<>();
        StreamObserver<UploadFileRequest> to = api.with(WorkspaceServiceGrpc.newStub(api.channel()))
                .uploadFile(new Answered(answer));
        to.onNext(part("cut", new byte[100_000], null));

        to.onError(Status.CANCELLED.asRuntimeException());

        assertThat(answer.handle((a, e) -> e).get(10, TimeUnit.SECONDS)).isNotNull();
        Thread.sleep(500);
        assertThat(alice.get("/v1/workspaces/" + ws + "/files").json().path("items")).isEmpty();
    }

    @Test
    void whatIsForgottenIsGone() throws Exception {
        upload("x", new byte[] {1}, null);

        api.workspaces().deleteFile(DeleteFileRequest.newBuilder().setWorkspace(ws).setPath("x").build());

        StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, () ->
                download(DownloadFileRequest.newBuilder().setWorkspace(ws).setPath("x").build()));
        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void aNoteIsWrittenOverTheVersionSeenOnly() {
        PutNoteRequest request = PutNoteRequest.newBuilder().setWorkspace(ws).setKey("plan").setContent("grüße")
                .setExpectedVersion(0).build();
        Note note = api.workspaces().putNote(request).getNote();

        StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, () ->
                api.workspaces().putNote(request));

        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(note.hasContent()).isFalse();
        assertThat(api.workspaces().getNote(GetNoteRequest.newBuilder().setWorkspace(ws).setKey("plan").build())
                .getNote().getContent()).isEqualTo("grüße");
        StatusRuntimeException nul = catchThrowableOfType(StatusRuntimeException.class, () ->
                api.workspaces().putNote(request.toBuilder().setContent("a\0b").build()));
        assertThat(GrpcApi.info(nul).getReason()).isEqualTo("INVALID_REQUEST");
    }

    private WorkspaceFile upload(String path, byte[] bytes, String sha256) throws Exception {
        return upload(path, bytes, sha256, 256 * 1024);
    }

    private WorkspaceFile upload(String path, byte[] bytes, String sha256, int chunk) throws Exception {
        CompletableFuture<UploadFileResponse> answer = new CompletableFuture<>();
        StreamObserver<UploadFileRequest> to = api.with(WorkspaceServiceGrpc.newStub(api.channel()))
                .uploadFile(new Answered(answer));
        to.onNext(part(path, Arrays.copyOf(bytes, Math.min(chunk, bytes.length)), sha256));
        for (int at = chunk; at < bytes.length; at += chunk) {
            to.onNext(UploadFileRequest.newBuilder().setData(ByteString.copyFrom(bytes, at,
                    Math.min(chunk, bytes.length - at))).build());
        }
        to.onCompleted();
        try {
            return answer.get(20, TimeUnit.SECONDS).getFile();
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    private UploadFileRequest part(String path, byte[] bytes, String sha256) {
        UploadFileRequest.Target.Builder target = UploadFileRequest.Target.newBuilder().setWorkspace(ws).setPath(path);
        if (sha256 != null) {
            target.setSha256(sha256);
        }
        return UploadFileRequest.newBuilder().setTarget(target).setData(ByteString.copyFrom(bytes)).build();
    }

    private byte[] download(DownloadFileRequest request) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        api.workspaces().withDeadlineAfter(20, TimeUnit.SECONDS).downloadFile(request).forEachRemaining(part -> {
            try {
                part.getData().writeTo(all);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return all.toByteArray();
    }

    /** The one answer of an upload. */
    private record Answered(CompletableFuture<UploadFileResponse> answer)
            implements StreamObserver<UploadFileResponse> {
        @Override
        public void onNext(UploadFileResponse response) {
            answer.complete(response);
        }

        @Override
        public void onError(Throwable e) {
            answer.completeExceptionally(e);
        }

        @Override
        public void onCompleted() {
            // The answer came before.
        }
    }
}
