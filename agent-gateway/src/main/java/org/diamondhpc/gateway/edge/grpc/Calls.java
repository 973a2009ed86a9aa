package org.diamondhpc.gateway.edge.grpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Message;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import io.smallrye.mutiny.Multi;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.edge.rest.Bodies;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.BearerCallers;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/**
 * The one gate of all calls: who asks, whether he may, what he gets, and what went wrong. A call's messages come in their
 * order on the thread of its connection; its work is done on a virtual thread of its own.
 */
@Singleton
class Calls {
    /** Time to carry an answer to the asker before his deadline. */
    private static final Duration WAY_BACK = Duration.ofMillis(250);

    private final BearerCallers callers;
    private final Idempotency idempotency;
    private final Failures failures;
    private final GatewayConfig config;

    Calls(BearerCallers callers, Idempotency idempotency, Failures failures, GatewayConfig config) {
        this.callers = callers;
        this.idempotency = idempotency;
        this.failures = failures;
        this.config = config;
    }

    /** An answer, and whether it was given before. */
    record Once(JsonNode tree, boolean replayed) {
    }

    <A> void read(Message request, StreamObserver<A> to, Function<Caller, A> work) {
        unary(request, to, Bodies.MAX, this::caller, work);
    }

    <A> void write(Message request, StreamObserver<A> to, Function<Caller, A> work) {
        unary(request, to, Bodies.MAX, this::writer, work);
    }

    /** As {@link #write}, for a message of many requests. */
    <A> void writeMany(Message request, StreamObserver<A> to, Function<Caller, A> work) {
        unary(request, to, Bodies.MAX_BATCH, this::writer, work);
    }

    /** Sends what the feed yields, as fast as the asker takes it. */
    <A> void stream(Message request, StreamObserver<A> to, Function<Caller, Multi<A>> feed) {
        Outflow<A> flow = Outflow.to((ServerCallStreamObserver<A>) to, e -> failures.of(e, request.getDescriptorForType()));
        aside(() -> {
            try {
                Caller caller = caller();
                Requests.check(request, Bodies.MAX);
                flow.carry(feed.apply(caller));
            } catch (RuntimeException e) {
                flow.onError(e);
            }
        });
    }

    /**
     * Does a call's work with its context. The framework's own way onto virtual threads is not used: it gives each message
     * of a call to another thread (Quarkus 3.33, {@code VirtualReplayListener}), where they overtake each other.
     */
    void aside(Runnable work) {
        ManagedContext scope = Arc.container().requestContext();
        Thread.ofVirtual().name("grpc-call").start(Context.current().wrap(() -> {
            scope.activate();
            try {
                work.run();
            } finally {
                scope.terminate();
            }
        }));
    }

    /** The effect, once for the call's idempotency key. */
    Once once(Caller caller, Message request, Supplier<?> effect) {
        Answer answer = idempotency.once(caller, CallFacts.idempotencyKey(), Requests.fingerprint(request), () ->
                Answer.of(200, null, null, effect.get()));
        return new Once(answer.replayed() ? read((String) answer.body()) : Messages.tree(answer.body()),
                answer.replayed());
    }

    /**
     * How long to wait: as asked for, but answered before the call's deadline.
     *
     * @throws DiamondException {@code INVALID_REQUEST} where it is more than the longest wait
     */
    Duration patience(com.google.protobuf.Duration asked) {
        Duration wanted = WellKnown.duration(asked);
        if (wanted.isNegative() || wanted.compareTo(config.maxWait()) > 0) {
            throw DiamondException.of(Reason.INVALID_REQUEST,
                    "wait is from 0 to " + config.maxWait().toSeconds() + " seconds");
        }
        if (Context.current().getDeadline() == null) {
            return wanted;
        }
        Duration left = Duration.ofNanos(Context.current().getDeadline().timeRemaining(TimeUnit.NANOSECONDS))
                .minus(WAY_BACK);
        return left.isNegative() ? Duration.ZERO : left.compareTo(wanted) < 0 ? left : wanted;
    }

    Caller caller() {
        return callers.of(CallFacts.authorization());
    }

    Caller writer() {
        return caller().requireWriter();
    }

    Failures failures() {
        return failures;
    }

    private <A> void unary(Message request, StreamObserver<A> to, int maxBytes, Supplier<Caller> who,
            Function<Caller, A> work) {
        aside(() -> answer(request, to, maxBytes, who, work));
    }

    private <A> void answer(Message request, StreamObserver<A> to, int maxBytes, Supplier<Caller> who,
            Function<Caller, A> work) {
        A answer;
        try {
            Caller caller = who.get();
            Requests.check(request, maxBytes);
            if (Context.current().isCancelled()) {
                throw Status.CANCELLED.withDescription("nobody waits for the answer").asRuntimeException();
            }
            answer = work.apply(caller);
        } catch (RuntimeException e) {
            to.onError(failures.of(e, request.getDescriptorForType()));
            return;
        }
        to.onNext(answer);
        to.onCompleted();
    }

    private static JsonNode read(String kept) {
        try {
            return DiamondJson.json().readTree(kept);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
