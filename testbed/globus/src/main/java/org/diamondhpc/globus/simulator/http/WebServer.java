package org.diamondhpc.globus.simulator.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A server on loopback. */
public final class WebServer implements AutoCloseable {
    /** Documents of a submission with some 100,000 items fit. */
    private static final long LARGEST_BODY = 64L << 20;
    private static final long PATIENCE_SECONDS = 20;

    private final Vertx vertx;
    private final HttpServer server;

    private WebServer(Vertx vertx, HttpServer server) {
        this.vertx = vertx;
        this.server = server;
    }

    /** @param port 0 for a free one */
    public static WebServer start(int port, Consumer<Router> routes) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(16)
                .setFileSystemOptions(new FileSystemOptions().setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
        try {
            Router router = Router.router(vertx);
            router.route().handler(BodyHandler.create(false).setBodyLimit(LARGEST_BODY));
            routes.accept(router);
            HttpServer server = vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(port));
            await(server.requestHandler(router).listen());
            return new WebServer(vertx, server);
        } catch (RuntimeException e) {
            await(vertx.close());
            throw e;
        }
    }

    /** With a slash at the end. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.actualPort() + "/");
    }

    @Override
    public void close() {
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the server did not answer within " + PATIENCE_SECONDS + " s", e);
        }
    }
}
