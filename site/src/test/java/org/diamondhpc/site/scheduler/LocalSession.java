package org.diamondhpc.site.scheduler;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;

/** This machine as a site: commands run under a real sh with the same clean environment, and no SSH between. */
public final class LocalSession implements SiteSession {
    private final Path home;
    private final String shell;
    private final String path;
    private final Map<String, String> more = new TreeMap<>();

    /** @param path the PATH of its commands */
    public LocalSession(Path home, String shell, String path) {
        this.home = home;
        this.shell = shell;
        this.path = path;
    }

    public static LocalSession at(Path home) {
        return new LocalSession(home, "/bin/sh", "/usr/bin:/bin");
    }

    public LocalSession with(String variable, String value) {
        more.put(variable, value);
        return this;
    }

    @Override
    public AccountId account() {
        return new AccountId(new SiteId("here"), "alice");
    }

    @Override
    public CommandResult run(RemoteCommand command) {
        List<String> words = new ArrayList<>(List.of(shell, "-c", command.program(), "sh"));
        words.addAll(command.args());
        ProcessBuilder builder = new ProcessBuilder(words).directory(home.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("HOME", home.toString(), "PATH", path, "LC_ALL", "C", "TZ", "UTC0",
                "USER", "alice", "LOGNAME", "alice"));
        builder.environment().putAll(more);
        long begin = System.nanoTime();
        try {
            Process process = builder.start();
            CompletableFuture<byte[]> out = CompletableFuture.supplyAsync(() -> drain(process.getInputStream()));
            CompletableFuture<byte[]> err = CompletableFuture.supplyAsync(() -> drain(process.getErrorStream()));
            try (OutputStream in = process.getOutputStream()) {
                command.stdin().transferTo(in);
            } catch (IOException e) {
                // the program does not read what it was given
            }
            if (!process.waitFor(command.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw SiteException.of(Reason.SITE_TIMEOUT, "no answer in time");
            }
            return new CommandResult(process.exitValue(), out.join(), err.join(),
                    Duration.ofNanos(System.nanoTime() - begin), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SiteException.of(Reason.SITE_TIMEOUT, "interrupted");
        }
    }

    private static byte[] drain(InputStream in) {
        try {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            in.transferTo(all);
            return all.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String home() {
        return home.toString();
    }

    @Override
    public RemoteStream open(RemoteCommand command) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RemoteFiles files() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Follow follow(String file, long fromByte, LineListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SiteHealth health() {
        return new SiteHealth(account(), SiteHealth.State.CONNECTED, Instant.EPOCH, Optional.empty(), Optional.empty(),
                Optional.empty(), 1, 0);
    }
}
