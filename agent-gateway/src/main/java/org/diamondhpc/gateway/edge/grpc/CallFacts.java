package org.diamondhpc.gateway.edge.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.quarkus.grpc.GlobalInterceptor;
import jakarta.enterprise.context.ApplicationScoped;

/** What a call's metadata says: whose token it carries and which intent it is. Kept with the call's context. */
@ApplicationScoped
@GlobalInterceptor
class CallFacts implements ServerInterceptor {
    static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    static final Metadata.Key<String> IDEMPOTENCY_KEY =
            Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);
    private static final Context.Key<String> TOKEN = Context.key("diamond-authorization");
    private static final Context.Key<String> KEY = Context.key("diamond-idempotency-key");

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers,
            ServerCallHandler<Q, A> next) {
        Context context = Context.current().withValues(TOKEN, headers.get(AUTHORIZATION), KEY,
                headers.get(IDEMPOTENCY_KEY));
        return Contexts.interceptCall(context, call, headers, next);
    }

    /** Null where the call carries none. */
    static String authorization() {
        return TOKEN.get();
    }

    /** Null where the call carries none. */
    static String idempotencyKey() {
        return KEY.get();
    }
}
