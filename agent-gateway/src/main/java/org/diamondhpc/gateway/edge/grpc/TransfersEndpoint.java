package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import java.util.List;
import org.diamondhpc.api.gateway.v1.CancelTransferRequest;
import org.diamondhpc.api.gateway.v1.CancelTransferResponse;
import org.diamondhpc.api.gateway.v1.GetTransferRequest;
import org.diamondhpc.api.gateway.v1.GetTransferResponse;
import org.diamondhpc.api.gateway.v1.JournalEntry;
import org.diamondhpc.api.gateway.v1.ListTransferEventsRequest;
import org.diamondhpc.api.gateway.v1.ListTransferEventsResponse;
import org.diamondhpc.api.gateway.v1.ListTransfersRequest;
import org.diamondhpc.api.gateway.v1.ListTransfersResponse;
import org.diamondhpc.api.gateway.v1.RequestTransferRequest;
import org.diamondhpc.api.gateway.v1.RequestTransferResponse;
import org.diamondhpc.api.gateway.v1.Transfer;
import org.diamondhpc.api.gateway.v1.TransferServiceGrpc;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.transfer.domain.TransferState;
import org.diamondhpc.schemas.id.SessionId;

/** Transfers over gRPC. */
@GrpcService
class TransfersEndpoint extends TransferServiceGrpc.TransferServiceImplBase {
    private static final Transfer FORM = Transfer.getDefaultInstance();

    private final Calls calls;
    private final Transfers transfers;

    TransfersEndpoint(Calls calls, Transfers transfers) {
        this.calls = calls;
        this.transfers = transfers;
    }

    @Override
    public void requestTransfer(RequestTransferRequest request, StreamObserver<RequestTransferResponse> to) {
        calls.write(request, to, caller -> {
            SessionId session = request.hasSession() ? Params.session(request.getSession()) : null;
            List<TransferView.Item> items = request.getItemsList().stream()
                    .map(i -> new TransferView.Item(i.getFrom(), i.getTo())).toList();
            Calls.Once once = calls.once(caller, request, () -> transfers.request(caller, session, items, request.getMove()));
            return RequestTransferResponse.newBuilder().setTransfer(Messages.of(once.tree(), FORM))
                    .setReplayed(once.replayed()).build();
        });
    }

    @Override
    public void getTransfer(GetTransferRequest request, StreamObserver<GetTransferResponse> to) {
        calls.read(request, to, caller -> GetTransferResponse.newBuilder().setTransfer(Messages.of(
                transfers.get(caller, Params.transfer(request.getId())), FORM)).build());
    }

    @Override
    public void listTransfers(ListTransfersRequest request, StreamObserver<ListTransfersResponse> to) {
        calls.read(request, to, caller -> {
            Page<TransferView> page = transfers.list(caller, Words.of(request.getState(), TransferState.class)
                    .orElse(null), Pieces.pageToken(request.getPageToken()), Pieces.pageSize(request.getPageSize()));
            return ListTransfersResponse.newBuilder().setNextPageToken(Messages.next(page))
                    .addAllTransfers(Messages.all(page.items(), FORM)).build();
        });
    }

    @Override
    public void listTransferEvents(ListTransferEventsRequest request, StreamObserver<ListTransferEventsResponse> to) {
        calls.read(request, to, caller -> ListTransferEventsResponse.newBuilder().addAllEvents(Messages.all(
                transfers.events(caller, Params.transfer(request.getId()),
                        (int) Pieces.number("after", request.getAfter(), 0, 0, Integer.MAX_VALUE),
                        Pieces.pageSize(request.getPageSize())), JournalEntry.getDefaultInstance())).build());
    }

    @Override
    public void cancelTransfer(CancelTransferRequest request, StreamObserver<CancelTransferResponse> to) {
        calls.write(request, to, caller -> CancelTransferResponse.newBuilder().setTransfer(Messages.of(
                transfers.cancel(caller, Params.transfer(request.getId())), FORM)).build());
    }
}
