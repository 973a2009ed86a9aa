package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import org.diamondhpc.api.gateway.v1.DeleteFileRequest;
import org.diamondhpc.api.gateway.v1.DeleteFileResponse;
import org.diamondhpc.api.gateway.v1.DeleteNoteRequest;
import org.diamondhpc.api.gateway.v1.DeleteNoteResponse;
import org.diamondhpc.api.gateway.v1.DownloadFileRequest;
import org.diamondhpc.api.gateway.v1.DownloadFileResponse;
import org.diamondhpc.api.gateway.v1.GetFileRequest;
import org.diamondhpc.api.gateway.v1.GetFileResponse;
import org.diamondhpc.api.gateway.v1.GetNoteRequest;
import org.diamondhpc.api.gateway.v1.GetNoteResponse;
import org.diamondhpc.api.gateway.v1.ListFilesRequest;
import org.diamondhpc.api.gateway.v1.ListFilesResponse;
import org.diamondhpc.api.gateway.v1.ListNotesRequest;
import org.diamondhpc.api.gateway.v1.ListNotesResponse;
import org.diamondhpc.api.gateway.v1.ListWorkspacesRequest;
import org.diamondhpc.api.gateway.v1.ListWorkspacesResponse;
import org.diamondhpc.api.gateway.v1.Note;
import org.diamondhpc.api.gateway.v1.PutNoteRequest;
import org.diamondhpc.api.gateway.v1.PutNoteResponse;
import org.diamondhpc.api.gateway.v1.UploadFileRequest;
import org.diamondhpc.api.gateway.v1.UploadFileResponse;
import org.diamondhpc.api.gateway.v1.Workspace;
import org.diamondhpc.api.gateway.v1.WorkspaceFile;
import org.diamondhpc.api.gateway.v1.WorkspaceServiceGrpc;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.Notes;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Workspaces, their files and notes over gRPC. */
@GrpcService
class WorkspacesEndpoint extends WorkspaceServiceGrpc.WorkspaceServiceImplBase {
    private static final WorkspaceFile FILE = WorkspaceFile.getDefaultInstance();
    private static final Note NOTE = Note.getDefaultInstance();

    private final Calls calls;
    private final Catalogue catalogue;
    private final Notes notes;
    private final FileBytes bytes;

    WorkspacesEndpoint(Calls calls, Catalogue catalogue, Notes notes, FileBytes bytes) {
        this.calls = calls;
        this.catalogue = catalogue;
        this.notes = notes;
        this.bytes = bytes;
    }

    @Override
    public void listWorkspaces(ListWorkspacesRequest request, StreamObserver<ListWorkspacesResponse> to) {
        calls.read(request, to, caller -> ListWorkspacesResponse.newBuilder().addAllWorkspaces(Messages.all(
                catalogue.workspaces(caller.tenant()), Workspace.getDefaultInstance())).build());
    }

    @Override
    public void listFiles(ListFilesRequest request, StreamObserver<ListFilesResponse> to) {
        calls.read(request, to, caller -> {
            Page<?> page = catalogue.list(caller.tenant(), Params.workspace(request.getWorkspace()),
                    Params.plain("prefix", request.getPrefix()), Pieces.pageToken(request.getPageToken()),
                    Pieces.pageSize(request.getPageSize()));
            return ListFilesResponse.newBuilder().setNextPageToken(Messages.next(page))
                    .addAllFiles(Messages.all(page.items(), FILE)).build();
        });
    }

    @Override
    public void getFile(GetFileRequest request, StreamObserver<GetFileResponse> to) {
        calls.read(request, to, caller -> GetFileResponse.newBuilder().setFile(Messages.of(catalogue.get(
                caller.tenant(), path(request.getWorkspace(), request.getPath())), FILE)).build());
    }

    @Override
    public StreamObserver<UploadFileRequest> uploadFile(StreamObserver<UploadFileResponse> to) {
        return bytes.upload(to);
    }

    @Override
    public void downloadFile(DownloadFileRequest request, StreamObserver<DownloadFileResponse> to) {
        calls.stream(request, to, caller -> bytes.download(caller, request));
    }

    @Override
    public void deleteFile(DeleteFileRequest request, StreamObserver<DeleteFileResponse> to) {
        calls.write(request, to, caller -> {
            if (!catalogue.remove(caller.tenant(), path(request.getWorkspace(), request.getPath()))) {
                throw DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no such file");
            }
            return DeleteFileResponse.getDefaultInstance();
        });
    }

    @Override
    public void listNotes(ListNotesRequest request, StreamObserver<ListNotesResponse> to) {
        calls.read(request, to, caller -> {
            Page<?> page = notes.list(caller, Params.workspace(request.getWorkspace()),
                    Pieces.pageToken(request.getPageToken()), Pieces.pageSize(request.getPageSize()));
            return ListNotesResponse.newBuilder().setNextPageToken(Messages.next(page))
                    .addAllNotes(Messages.all(page.items(), NOTE)).build();
        });
    }

    @Override
    public void getNote(GetNoteRequest request, StreamObserver<GetNoteResponse> to) {
        calls.read(request, to, caller -> GetNoteResponse.newBuilder().setNote(Messages.of(
                notes.get(caller, Params.workspace(request.getWorkspace()), request.getKey()), NOTE)).build());
    }

    @Override
    public void putNote(PutNoteRequest request, StreamObserver<PutNoteResponse> to) {
        calls.write(request, to, caller -> PutNoteResponse.newBuilder().setNote(Messages.of(
                notes.put(caller, Params.workspace(request.getWorkspace()), request.getKey(), request.getContent(),
                        request.hasExpectedVersion() ? request.getExpectedVersion() : null), NOTE).toBuilder()
                .clearContent()).build());
    }

    @Override
    public void deleteNote(DeleteNoteRequest request, StreamObserver<DeleteNoteResponse> to) {
        calls.write(request, to, caller -> {
            notes.delete(caller, Params.workspace(request.getWorkspace()), request.getKey());
            return DeleteNoteResponse.getDefaultInstance();
        });
    }

    static LogicalPath path(String workspace, String path) {
        return new LogicalPath(Params.workspace(workspace), path);
    }
}
