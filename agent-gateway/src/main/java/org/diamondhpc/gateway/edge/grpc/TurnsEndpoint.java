package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import java.util.List;
import org.diamondhpc.api.gateway.v1.BeginTurnRequest;
import org.diamondhpc.api.gateway.v1.BeginTurnResponse;
import org.diamondhpc.api.gateway.v1.CancelTurnRequest;
import org.diamondhpc.api.gateway.v1.CancelTurnResponse;
import org.diamondhpc.api.gateway.v1.GetTurnRequest;
import org.diamondhpc.api.gateway.v1.GetTurnResponse;
import org.diamondhpc.api.gateway.v1.ListTurnStepsRequest;
import org.diamondhpc.api.gateway.v1.ListTurnStepsResponse;
import org.diamondhpc.api.gateway.v1.ListTurnsRequest;
import org.diamondhpc.api.gateway.v1.ListTurnsResponse;
import org.diamondhpc.api.gateway.v1.Turn;
import org.diamondhpc.api.gateway.v1.TurnServiceGrpc;
import org.diamondhpc.api.gateway.v1.TurnStep;
import org.diamondhpc.api.gateway.v1.TurnUsage;
import org.diamondhpc.api.gateway.v1.WatchTurnRequest;
import org.diamondhpc.api.gateway.v1.WatchTurnResponse;
import org.diamondhpc.gateway.agent.TurnFeed;
import org.diamondhpc.gateway.agent.TurnReader;
import org.diamondhpc.gateway.agent.Turns;
import org.diamondhpc.gateway.agent.domain.TurnState;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.schemas.id.SessionId;

/** The hosted agent over gRPC. */
@GrpcService
class TurnsEndpoint extends TurnServiceGrpc.TurnServiceImplBase {
    private static final Turn FORM = Turn.getDefaultInstance();
    private static final TurnStep STEP = TurnStep.getDefaultInstance();
    private static final String WATCH = "watch-turn";

    private final Calls calls;
    private final Turns turns;
    private final TurnReader reader;
    private final TurnFeed feed;
    private final Feeds feeds;

    TurnsEndpoint(Calls calls, Turns turns, TurnReader reader, TurnFeed feed, Feeds feeds) {
        this.calls = calls;
        this.turns = turns;
        this.reader = reader;
        this.feed = feed;
        this.feeds = feeds;
    }

    @Override
    public void beginTurn(BeginTurnRequest request, StreamObserver<BeginTurnResponse> to) {
        calls.write(request, to, caller -> {
            SessionId session = Params.session(request.getSession());
            String model = request.getModel().isEmpty() ? null : request.getModel();
            Calls.Once once = calls.once(caller, request, () -> turns.begin(caller, session, request.getGoal(), model));
            return BeginTurnResponse.newBuilder().setTurn(Messages.of(once.tree(), FORM)).setReplayed(once.replayed())
                    .build();
        });
    }

    @Override
    public void getTurn(GetTurnRequest request, StreamObserver<GetTurnResponse> to) {
        calls.read(request, to, caller -> GetTurnResponse.newBuilder().setTurn(Messages.of(
                turns.get(caller, Params.session(request.getSession()), request.getNumber()), FORM)).build());
    }

    @Override
    public void listTurns(ListTurnsRequest request, StreamObserver<ListTurnsResponse> to) {
        calls.read(request, to, caller -> {
            Turns.TurnAccount account = turns.list(caller, Params.session(request.getSession()),
                    Pieces.pageSize(request.getPageSize()));
            return ListTurnsResponse.newBuilder().addAllTurns(Messages.all(account.turns(), FORM))
                    .setUsed(Messages.of(account.used(), TurnUsage.getDefaultInstance())).build();
        });
    }

    @Override
    public void listTurnSteps(ListTurnStepsRequest request, StreamObserver<ListTurnStepsResponse> to) {
        calls.read(request, to, caller -> {
            TurnReader.TurnSteps found = reader.after(caller, Params.session(request.getSession()), request.getNumber(),
                    (int) Pieces.number("after", request.getAfter(), 0, 0, Integer.MAX_VALUE),
                    Words.of(request.getState(), TurnState.class).map(Enum::name).orElse(null),
                    calls.patience(request.getWait()), Pieces.pageSize(request.getPageSize()));
            return ListTurnStepsResponse.newBuilder().setTurn(Messages.of(found.turn(), FORM))
                    .addAllSteps(Messages.all(found.items(), STEP)).setNext(found.next()).build();
        });
    }

    @Override
    public void cancelTurn(CancelTurnRequest request, StreamObserver<CancelTurnResponse> to) {
        calls.write(request, to, caller -> CancelTurnResponse.newBuilder().setTurn(Messages.of(
                turns.cancel(caller, Params.session(request.getSession()), request.getNumber()), FORM)).build());
    }

    @Override
    public void watchTurn(WatchTurnRequest request, StreamObserver<WatchTurnResponse> to) {
        calls.stream(request, to, caller -> feeds.follow(feed.after(caller, Params.session(request.getSession()),
                request.getNumber(), Resume.number(WATCH, request.getResumeToken()).orElse(0L)), List::<TurnReader.TurnSteps>of)
                .map(news -> WatchTurnResponse.newBuilder().setTurn(Messages.of(news.turn(), FORM))
                        .addAllSteps(Messages.all(news.items(), STEP)).setResumeToken(Resume.token(WATCH, news.next()))
                        .build()));
    }
}
