package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import org.diamondhpc.api.gateway.v1.DeleteSiteFileRequest;
import org.diamondhpc.api.gateway.v1.DeleteSiteFileResponse;
import org.diamondhpc.api.gateway.v1.GetSiteRequest;
import org.diamondhpc.api.gateway.v1.GetSiteResponse;
import org.diamondhpc.api.gateway.v1.GetSiteSnapshotRequest;
import org.diamondhpc.api.gateway.v1.GetSiteSnapshotResponse;
import org.diamondhpc.api.gateway.v1.ListSiteFilesRequest;
import org.diamondhpc.api.gateway.v1.ListSiteFilesResponse;
import org.diamondhpc.api.gateway.v1.ListSitesRequest;
import org.diamondhpc.api.gateway.v1.ListSitesResponse;
import org.diamondhpc.api.gateway.v1.LoginPrompts;
import org.diamondhpc.api.gateway.v1.LoginToSiteRequest;
import org.diamondhpc.api.gateway.v1.LoginToSiteResponse;
import org.diamondhpc.api.gateway.v1.MakeSiteDirectoryRequest;
import org.diamondhpc.api.gateway.v1.MakeSiteDirectoryResponse;
import org.diamondhpc.api.gateway.v1.ReadSiteFileRequest;
import org.diamondhpc.api.gateway.v1.ReadSiteFileResponse;
import org.diamondhpc.api.gateway.v1.RefreshSiteRequest;
import org.diamondhpc.api.gateway.v1.RefreshSiteResponse;
import org.diamondhpc.api.gateway.v1.RenameSiteFileRequest;
import org.diamondhpc.api.gateway.v1.RenameSiteFileResponse;
import org.diamondhpc.api.gateway.v1.Site;
import org.diamondhpc.api.gateway.v1.SiteEntry;
import org.diamondhpc.api.gateway.v1.SiteListing;
import org.diamondhpc.api.gateway.v1.SiteServiceGrpc;
import org.diamondhpc.api.gateway.v1.SiteSnapshot;
import org.diamondhpc.api.gateway.v1.StatSiteFileRequest;
import org.diamondhpc.api.gateway.v1.StatSiteFileResponse;
import org.diamondhpc.api.gateway.v1.TailSiteFileRequest;
import org.diamondhpc.api.gateway.v1.TailSiteFileResponse;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.site.SiteFiles;
import org.diamondhpc.gateway.site.SiteVisits;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.spec.CollectionPath;

/** Sites over gRPC. */
@GrpcService
class SitesEndpoint extends SiteServiceGrpc.SiteServiceImplBase {
    private static final int DEFAULT_PIECE = 64 * 1024;

    private final Calls calls;
    private final Sites sites;
    private final SiteVisits visits;
    private final SiteFiles files;

    SitesEndpoint(Calls calls, Sites sites, SiteVisits visits, SiteFiles files) {
        this.calls = calls;
        this.sites = sites;
        this.visits = visits;
        this.files = files;
    }

    @Override
    public void listSites(ListSitesRequest request, StreamObserver<ListSitesResponse> to) {
        calls.read(request, to, caller -> ListSitesResponse.newBuilder()
                .addAllSites(Messages.all(sites.list(caller), Site.getDefaultInstance())).build());
    }

    @Override
    public void getSite(GetSiteRequest request, StreamObserver<GetSiteResponse> to) {
        calls.read(request, to, caller -> GetSiteResponse.newBuilder().setSite(Messages.of(
                sites.get(caller, Params.site(request.getSite())), Site.getDefaultInstance())).build());
    }

    @Override
    public void getSiteSnapshot(GetSiteSnapshotRequest request, StreamObserver<GetSiteSnapshotResponse> to) {
        calls.read(request, to, caller -> GetSiteSnapshotResponse.newBuilder().setSnapshot(Messages.of(
                sites.full(caller, Params.site(request.getSite())), SiteSnapshot.getDefaultInstance())).build());
    }

    @Override
    public void refreshSite(RefreshSiteRequest request, StreamObserver<RefreshSiteResponse> to) {
        calls.write(request, to, caller -> RefreshSiteResponse.newBuilder().setSite(Messages.of(
                visits.look(caller, Params.site(request.getSite())), Site.getDefaultInstance())).build());
    }

    @Override
    public void loginToSite(LoginToSiteRequest request, StreamObserver<LoginToSiteResponse> to) {
        calls.write(request, to, caller -> {
            SiteReply reply = visits.login(caller, Params.site(request.getSite()),
                    request.hasStep() ? request.getStep() : null, request.hasAnswers() ? request.getAnswers() : null);
            LoginToSiteResponse.Builder answer = LoginToSiteResponse.newBuilder();
            return (reply instanceof SiteReply.Done done ? answer.setDone(Pieces.words(done))
                    : answer.setPrompts(Messages.of(reply, LoginPrompts.getDefaultInstance()))).build();
        });
    }

    @Override
    public void listSiteFiles(ListSiteFilesRequest request, StreamObserver<ListSiteFilesResponse> to) {
        calls.read(request, to, caller -> ListSiteFilesResponse.newBuilder().setListing(Messages.of(
                files.list(caller, siteOr(request.getSite(), request.getPath()), request.getPath().isEmpty() ? "~/"
                        : request.getPath(), request.hasAfter() ? Params.plain("after", request.getAfter()) : null,
                        Pieces.pageSize(request.getPageSize())), SiteListing.getDefaultInstance())).build());
    }

    @Override
    public void statSiteFile(StatSiteFileRequest request, StreamObserver<StatSiteFileResponse> to) {
        calls.read(request, to, caller -> StatSiteFileResponse.newBuilder().setEntry(Messages.of(
                files.stat(caller, siteOr(request.getSite(), request.getPath()), request.getPath()).entry(),
                SiteEntry.getDefaultInstance())).build());
    }

    @Override
    public void readSiteFile(ReadSiteFileRequest request, StreamObserver<ReadSiteFileResponse> to) {
        calls.read(request, to, caller -> ReadSiteFileResponse.newBuilder().setPiece(Pieces.of(
                files.read(caller, Params.site(request.getSite()), request.getPath(),
                        Pieces.number("offset", request.getOffset(), 0, 0, Long.MAX_VALUE),
                        (int) Pieces.number("length", request.getLength(), DEFAULT_PIECE, 1, SiteFiles.MAX_PIECE))))
                .build());
    }

    @Override
    public void tailSiteFile(TailSiteFileRequest request, StreamObserver<TailSiteFileResponse> to) {
        calls.read(request, to, caller -> TailSiteFileResponse.newBuilder().setPiece(Pieces.of(
                files.tail(caller, Params.site(request.getSite()), request.getPath(),
                        (int) Pieces.number("bytes", request.getBytes(), DEFAULT_PIECE, 1, SiteFiles.MAX_PIECE),
                        request.hasOffset() ? Pieces.number("offset", request.getOffset(), 0, 0, Long.MAX_VALUE)
                                : null))).build());
    }

    @Override
    public void makeSiteDirectory(MakeSiteDirectoryRequest request, StreamObserver<MakeSiteDirectoryResponse> to) {
        calls.write(request, to, caller -> MakeSiteDirectoryResponse.newBuilder().setDetail(Pieces.words(
                files.makeDirectory(caller, siteOr(request.getSite(), request.getPath()), request.getPath()))).build());
    }

    @Override
    public void renameSiteFile(RenameSiteFileRequest request, StreamObserver<RenameSiteFileResponse> to) {
        calls.write(request, to, caller -> RenameSiteFileResponse.newBuilder().setDetail(Pieces.words(
                files.rename(caller, siteOr(request.getSite(), request.getPath()), request.getPath(), request.getTo()))).build());
    }

    @Override
    public void deleteSiteFile(DeleteSiteFileRequest request, StreamObserver<DeleteSiteFileResponse> to) {
        calls.write(request, to, caller -> DeleteSiteFileResponse.newBuilder().setDetail(Pieces.words(
                files.delete(caller, siteOr(request.getSite(), request.getPath()), request.getPath(), request.getRecursive())))
                .build());
    }

    /** A path in a collection says by itself whose it is. */
    private static SiteId siteOr(String site, String path) {
        return site.isEmpty() && CollectionPath.means(path) ? null : Params.site(site);
    }
}
