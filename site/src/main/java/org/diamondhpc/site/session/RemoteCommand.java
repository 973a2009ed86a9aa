package org.diamondhpc.site.session;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/**
 * A constant POSIX sh program and the data it works on. The program text is written by Diamond's developers and never
 * put together from data; data comes as arguments ({@code "$1"}…) and stdin, which the shell never parses.
 *
 * <p>The program runs at the site under {@code /bin/sh} with a cleared environment: HOME, USER, LOGNAME and PATH of the
 * login, {@code LC_ALL=C}, {@code TZ=UTC0} and what the profile's prologue sets; nothing else.
 *
 * @param program trusted sh text, no NUL
 * @param args any text but NUL; names that are not UTF-8 travel as {@link SiteText} makes them
 * @param stdin what the program reads; read once. A cut connection looks like its end to the program, so a program
 *     that makes something lasting of its stdin gets the length as an argument and checks it
 * @param timeout for the whole call; past it the outcome is unknown (SITE_TIMEOUT)
 * @param outputCap most bytes kept of each of stdout and stderr; more is read and dropped, and marked as truncated
 */
public record RemoteCommand(String program, List<String> args, InputStream stdin, Duration timeout, int outputCap) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);
    public static final int DEFAULT_OUTPUT_CAP = 32 << 20;

    public RemoteCommand {
        args = List.copyOf(args);
        requireNoNul(program);
        args.forEach(RemoteCommand::requireNoNul);
        if (timeout.isNegative() || timeout.isZero() || outputCap < 0) {
            throw new IllegalArgumentException("a command has a positive timeout and output cap");
        }
    }

    public static RemoteCommand of(String program, String... args) {
        return new RemoteCommand(program, List.of(args), InputStream.nullInputStream(), DEFAULT_TIMEOUT,
                DEFAULT_OUTPUT_CAP);
    }

    public RemoteCommand withArgs(List<String> more) {
        return new RemoteCommand(program, more, stdin, timeout, outputCap);
    }

    public RemoteCommand withStdin(byte[] bytes) {
        return withStdin(new ByteArrayInputStream(bytes.clone()));
    }

    public RemoteCommand withStdin(InputStream stream) {
        return new RemoteCommand(program, args, stream, timeout, outputCap);
    }

    public RemoteCommand within(Duration limit) {
        return new RemoteCommand(program, args, stdin, limit, outputCap);
    }

    public RemoteCommand capped(int bytes) {
        return new RemoteCommand(program, args, stdin, timeout, bytes);
    }

    private static void requireNoNul(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("program and arguments hold no NUL character");
        }
    }
}
