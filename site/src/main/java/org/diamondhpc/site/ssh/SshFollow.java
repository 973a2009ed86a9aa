package org.diamondhpc.site.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.FollowEnd;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteText;

/** Reads a {@code tail} at the site and passes each line on as it comes. */
final class SshFollow implements Follow {
    /**
     * The site's tail ends with its stdin, so a cut connection leaves none behind; on a line that went dead without a
     * word, within the hour. A file that was cut or replaced ends the follow, since offsets in it mean nothing any more.
     * Where tail is GNU's it looks five times a second at file systems without inotify.
     */
    private static final String PROGRAM = """
            f=$1 from=$2
            [ -e "$f" ] || true >>"$f" || exit 3
            set -- tail
            if tail --version >/dev/null 2>&1; then set -- "$@" -s 0.2; fi
            if command -v timeout >/dev/null 2>&1; then set -- timeout 3600 "$@"; fi
            size=$(wc -c <"$f") || exit 3
            [ "$from" -le $((size + 1)) ] || exit 4
            id=$(ls -di -- "$f")
            "$@" -c "+$from" -f -- "$f" </dev/null &
            t=$!
            trap 'kill $t 2>/dev/null' EXIT HUP TERM PIPE
            exec 3<&0 </dev/null
            ( cat <&3 >/dev/null; kill $t 2>/dev/null ) &
            exec 3<&-
            while kill -0 $t 2>/dev/null; do
              sleep 5
              now=$(wc -c <"$f" 2>/dev/null) || exit 4
              [ $((now)) -ge $((size)) ] && [ "$(ls -di -- "$f" 2>/dev/null)" = "$id" ] || exit 4
              size=$now
            done
            """;
    private static final int UNREADABLE = 3;
    private static final int REPLACED = 4;
    private static final Duration LONGEST = Duration.ofMinutes(61);
    private static final int LONGEST_LINE = 1 << 20;

    private final RemoteStream stream;
    private final LineListener listener;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long next;
    private volatile boolean closed;
    private volatile boolean active = true;

    SshFollow(RemoteStream stream, long fromByte, LineListener listener) {
        this.stream = stream;
        this.next = fromByte;
        this.listener = listener;
    }

    static RemoteCommand command(String path, long fromByte) {
        return RemoteCommand.of(PROGRAM, path, Long.toString(fromByte + 1)).within(LONGEST).capped(4096);
    }

    void start(String name) {
        Thread.ofPlatform().daemon().name("follow-" + name).start(this::read);
    }

    private void read() {
        FollowEnd end;
        try (InputStream in = stream.stdout()) {
            byte[] chunk = new byte[8192];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                take(chunk, n);
            }
            end = over(stream.await().exit(), stream.await().err());
        } catch (IOException | RuntimeException e) {
            end = cut(e);
        } finally {
            active = false;
            stream.close();
        }
        listener.ended(closed ? new FollowEnd.Closed(next) : end);
    }

    private FollowEnd over(int exit, String said) {
        return switch (exit) {
            case REPLACED -> new FollowEnd.Replaced();
            case UNREADABLE -> new FollowEnd.Cut(next, SiteException.of(
                    said.contains("ermission denied") ? Reason.SITE_PERMISSION_DENIED : Reason.SITE_NO_SUCH_FILE,
                    SiteText.display(said).strip()));
            default -> new FollowEnd.Cut(next, SiteException.of(Reason.SITE_CONNECTION_LOST,
                    "following ended at the site, exit " + exit));
        };
    }

    private FollowEnd cut(Exception e) {
        SiteException failure = e instanceof SiteException s ? s
                : e.getCause() instanceof SiteException s ? s
                : SiteException.of(Reason.SITE_CONNECTION_LOST, "following was cut: " + e.getMessage(), e);
        return new FollowEnd.Cut(next, failure);
    }

    private void take(byte[] chunk, int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (chunk[i] == '\n') {
                line.write(chunk, from, i - from);
                next += line.size() + 1L;
                listener.line(SiteText.decode(line.toByteArray()), next);
                line.reset();
                from = i + 1;
            }
        }
        line.write(chunk, from, length - from);
        if (line.size() > LONGEST_LINE) {
            throw SiteException.of(Reason.SITE_COMMAND_FAILED, "a line of the followed file is longer than 1 MiB");
        }
    }

    @Override
    public boolean active() {
        return active;
    }

    @Override
    public void close() {
        closed = true;
        stream.close();
    }
}
