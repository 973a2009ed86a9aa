package org.diamondhpc.gateway.edge.grpc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import java.time.Clock;
import java.util.List;
import org.diamondhpc.api.gateway.v1.AcknowledgeWakesRequest;
import org.diamondhpc.api.gateway.v1.AcknowledgeWakesResponse;
import org.diamondhpc.api.gateway.v1.CancelWaitRequest;
import org.diamondhpc.api.gateway.v1.CancelWaitResponse;
import org.diamondhpc.api.gateway.v1.CloseSessionRequest;
import org.diamondhpc.api.gateway.v1.CloseSessionResponse;
import org.diamondhpc.api.gateway.v1.GetSessionRequest;
import org.diamondhpc.api.gateway.v1.GetSessionResponse;
import org.diamondhpc.api.gateway.v1.GetWaitRequest;
import org.diamondhpc.api.gateway.v1.GetWaitResponse;
import org.diamondhpc.api.gateway.v1.JournalEntry;
import org.diamondhpc.api.gateway.v1.ListSessionEventsRequest;
import org.diamondhpc.api.gateway.v1.ListSessionEventsResponse;
import org.diamondhpc.api.gateway.v1.ListSessionsRequest;
import org.diamondhpc.api.gateway.v1.ListSessionsResponse;
import org.diamondhpc.api.gateway.v1.ListWaitsRequest;
import org.diamondhpc.api.gateway.v1.ListWaitsResponse;
import org.diamondhpc.api.gateway.v1.ListWakesRequest;
import org.diamondhpc.api.gateway.v1.ListWakesResponse;
import org.diamondhpc.api.gateway.v1.OpenSessionRequest;
import org.diamondhpc.api.gateway.v1.OpenSessionResponse;
import org.diamondhpc.api.gateway.v1.ParkSessionRequest;
import org.diamondhpc.api.gateway.v1.ParkSessionResponse;
import org.diamondhpc.api.gateway.v1.Session;
import org.diamondhpc.api.gateway.v1.SessionServiceGrpc;
import org.diamondhpc.api.gateway.v1.UpdateSessionRequest;
import org.diamondhpc.api.gateway.v1.UpdateSessionResponse;
import org.diamondhpc.api.gateway.v1.Wait;
import org.diamondhpc.api.gateway.v1.Wake;
import org.diamondhpc.api.gateway.v1.WatchSessionRequest;
import org.diamondhpc.api.gateway.v1.WatchSessionResponse;
import org.diamondhpc.gateway.edge.rest.Bodies;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.edge.rest.WaitRequest;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.gateway.wake.WaitView;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.gateway.wake.WakeFeed;
import org.diamondhpc.gateway.wake.WakeReader;
import org.diamondhpc.gateway.wake.WakeView;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.schemas.id.SessionId;

/** Sessions, waits and wakes over gRPC. */
@GrpcService
class SessionsEndpoint extends SessionServiceGrpc.SessionServiceImplBase {
    private static final Session FORM = Session.getDefaultInstance();
    private static final Wait WAIT = Wait.getDefaultInstance();
    private static final Wake WAKE = Wake.getDefaultInstance();
    private static final String WATCH = "watch-session";

    private final Calls calls;
    private final Sessions sessions;
    private final Waits waits;
    private final WakeReader reader;
    private final WakeFeed wakes;
    private final Feeds feeds;
    private final Clock clock;

    SessionsEndpoint(Calls calls, Sessions sessions, Waits waits, WakeReader reader, WakeFeed wakes, Feeds feeds,
            Clock clock) {
        this.calls = calls;
        this.sessions = sessions;
        this.waits = waits;
        this.reader = reader;
        this.wakes = wakes;
        this.feeds = feeds;
        this.clock = clock;
    }

    @Override
    public void openSession(OpenSessionRequest request, StreamObserver<OpenSessionResponse> to) {
        calls.write(request, to, caller -> {
            Calls.Once once = calls.once(caller, request, () -> sessions.open(caller, request.getTitle(),
                    request.hasContext() ? WellKnown.tree(request.getContext()) : null));
            return OpenSessionResponse.newBuilder().setSession(Messages.of(once.tree(), FORM))
                    .setReplayed(once.replayed()).build();
        });
    }

    @Override
    public void getSession(GetSessionRequest request, StreamObserver<GetSessionResponse> to) {
        calls.read(request, to, caller -> GetSessionResponse.newBuilder().setSession(Messages.of(
                sessions.get(caller, Params.session(request.getId())), FORM)).build());
    }

    @Override
    public void listSessions(ListSessionsRequest request, StreamObserver<ListSessionsResponse> to) {
        calls.read(request, to, caller -> {
            Page<SessionView> page = sessions.list(caller, Pieces.pageToken(request.getPageToken()),
                    Pieces.pageSize(request.getPageSize()));
            return ListSessionsResponse.newBuilder().setNextPageToken(Messages.next(page))
                    .addAllSessions(Messages.all(page.items(), FORM)).build();
        });
    }

    @Override
    public void updateSession(UpdateSessionRequest request, StreamObserver<UpdateSessionResponse> to) {
        calls.write(request, to, caller -> UpdateSessionResponse.newBuilder().setSession(Messages.of(
                sessions.change(caller, Params.session(request.getId()),
                        request.hasTitle() ? request.getTitle() : null,
                        request.hasNotes() ? WellKnown.tree(request.getNotes()) : null,
                        request.hasExpectedVersion() ? request.getExpectedVersion() : null), FORM)).build());
    }

    @Override
    public void closeSession(CloseSessionRequest request, StreamObserver<CloseSessionResponse> to) {
        calls.write(request, to, caller -> CloseSessionResponse.newBuilder().setSession(Messages.of(
                sessions.close(caller, Params.session(request.getId())), FORM)).build());
    }

    @Override
    public void listSessionEvents(ListSessionEventsRequest request, StreamObserver<ListSessionEventsResponse> to) {
        calls.read(request, to, caller -> ListSessionEventsResponse.newBuilder().addAllEvents(Messages.all(
                sessions.events(caller, Params.session(request.getId()),
                        (int) Pieces.number("after", request.getAfter(), 0, 0, Integer.MAX_VALUE),
                        Pieces.pageSize(request.getPageSize())), JournalEntry.getDefaultInstance())).build());
    }

    @Override
    public void parkSession(ParkSessionRequest request, StreamObserver<ParkSessionResponse> to) {
        calls.write(request, to, caller -> {
            SessionId session = Params.session(request.getSession());
            ObjectNode tree = Trees.of(request);
            tree.remove("session");
            if (tree.remove("withoutAlarms") != null) {
                tree.put("attention", "none");
            }
            Condition condition = Bodies.as(tree, WaitRequest.class).condition(clock.instant());
            Calls.Once once = calls.once(caller, request, () -> waits.park(caller, session, condition));
            return ParkSessionResponse.newBuilder().setWait(Messages.of(once.tree(), WAIT))
                    .setReplayed(once.replayed()).build();
        });
    }

    @Override
    public void getWait(GetWaitRequest request, StreamObserver<GetWaitResponse> to) {
        calls.read(request, to, caller -> GetWaitResponse.newBuilder().setWait(Messages.of(
                waits.get(caller, Params.session(request.getSession()), Params.wait(request.getId())), WAIT)).build());
    }

    @Override
    public void listWaits(ListWaitsRequest request, StreamObserver<ListWaitsResponse> to) {
        calls.read(request, to, caller -> {
            Page<WaitView> page = waits.list(caller, Params.session(request.getSession()),
                    Pieces.pageToken(request.getPageToken()), Pieces.pageSize(request.getPageSize()));
            return ListWaitsResponse.newBuilder().setNextPageToken(Messages.next(page))
                    .addAllWaits(Messages.all(page.items(), WAIT)).build();
        });
    }

    @Override
    public void cancelWait(CancelWaitRequest request, StreamObserver<CancelWaitResponse> to) {
        calls.write(request, to, caller -> CancelWaitResponse.newBuilder().setWait(Messages.of(waits.cancel(caller,
                Params.session(request.getSession()), Params.wait(request.getId())), WAIT)).build());
    }

    @Override
    public void listWakes(ListWakesRequest request, StreamObserver<ListWakesResponse> to) {
        calls.read(request, to, caller -> {
            WakeReader.Wakes found = reader.after(caller, Params.session(request.getSession()),
                    request.hasAfter() ? Pieces.number("after", request.getAfter(), 0, 0, Long.MAX_VALUE) : null,
                    calls.patience(request.getWait()), Pieces.pageSize(request.getPageSize()));
            return ListWakesResponse.newBuilder().addAllWakes(Messages.all(found.items(), WAKE))
                    .setNext(found.next()).build();
        });
    }

    @Override
    public void acknowledgeWakes(AcknowledgeWakesRequest request, StreamObserver<AcknowledgeWakesResponse> to) {
        calls.write(request, to, caller -> AcknowledgeWakesResponse.newBuilder().setSession(Messages.of(
                sessions.acknowledge(caller, Params.session(request.getSession()),
                        Pieces.number("up_to", request.getUpTo(), 0, 0, Long.MAX_VALUE)), FORM)).build());
    }

    @Override
    public void watchSession(WatchSessionRequest request, StreamObserver<WatchSessionResponse> to) {
        calls.stream(request, to, caller -> feeds.follow(wakes.after(caller, Params.session(request.getSession()),
                Resume.number(WATCH, request.getResumeToken()).orElse(null)), List::<WakeView>of)
                .map(w -> WatchSessionResponse.newBuilder().setWake(Messages.of(w, WAKE))
                        .setResumeToken(Resume.token(WATCH, w.number())).build()));
    }
}
