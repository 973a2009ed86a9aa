package org.diamondhpc.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A stream of events that goes on where it was cut: after a broken connection, and after a silence in which not even
 * a heartbeat came, it is opened again with {@code Last-Event-ID}. Each event comes once. For one thread.
 */
public final class EventStream implements AutoCloseable {
    /** Three heartbeats of the gateway. */
    private static final Duration SILENCE = Duration.ofSeconds(45);
    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(r -> {
        Thread t = new Thread(r, "stream-watch");
        t.setDaemon(true);
        return t;
    });

    private final Http http;
    private final String path;
    private final Predicate<StreamEvent> last;
    private String position;
    private boolean over;
    private InputStream in;
    private SseReader reader;
    private ScheduledFuture<?> watch;
    private int failures;

    /**
     * @param after the id to go on after; null: from the beginning
     * @param last whether an event is the last one
     */
    EventStream(Http http, String path, String after, Predicate<StreamEvent> last) {
        this.http = http;
        this.path = path;
        this.position = after;
        this.last = last;
    }

    /**
     * Waits for the next event; null after the last one.
     *
     * @throws ApiException where the gateway stays away longer than {@link Patience} allows, or refuses
     */
    public StreamEvent next() {
        while (!over) {
            try {
                StreamEvent event = read();
                if (event != null && fresh(event)) {
                    failures = 0;
                    position = event.id() == null ? position : event.id();
                    over = last.test(event);
                    return event;
                }
                if (event == null) {
                    again();
                }
            } catch (IOException e) {
                again();
            }
        }
        shut();
        return null;
    }

    private StreamEvent read() throws IOException {
        if (reader == null) {
            HttpResponse<InputStream> response = http.open(Call.get(path).header("Accept", "text/event-stream")
                    .header("Last-Event-ID", position));
            in = response.body();
            reader = new SseReader(in, this::alive);
            alive();
        }
        return reader.next();
    }

    /** Numbered events that were seen already may come again from a gateway that does not know the position. */
    private boolean fresh(StreamEvent event) {
        return event.id() == null || position == null || !event.id().matches("\\d{1,18}")
                || !position.matches("\\d{1,18}") || Long.parseLong(event.id()) > Long.parseLong(position);
    }

    private void again() {
        shut();
        Http.sleep(http.patience().after(failures++));
    }

    private void alive() {
        if (watch != null) {
            watch.cancel(false);
        }
        InputStream watched = in;
        watch = WATCH.schedule(() -> quietly(watched), SILENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void shut() {
        if (watch != null) {
            watch.cancel(false);
        }
        quietly(in);
        in = null;
        reader = null;
    }

    private static void quietly(InputStream in) {
        try {
            if (in != null) {
                in.close();
            }
        } catch (IOException e) {
            // It was to be gone.
        }
    }

    @Override
    public void close() {
        over = true;
        shut();
    }
}
