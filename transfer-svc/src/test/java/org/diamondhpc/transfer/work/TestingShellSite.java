package org.diamondhpc.transfer.work;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

/** A site that is a folder of this machine: real sh, real files, no SSH; can be away or cut a stream. */
final class TestingShellSite implements SiteSession {
    private final AccountId account;
    private final Path home;
    private final List<String> programs = new ArrayList<>();
    private final AtomicLong cutAfter = new AtomicLong(Long.MAX_VALUE);
    private volatile SiteException away;

    TestingShellSite(String site, Path home) {
        this.account = new AccountId(new SiteId(site), "me");
        this.home = home;
    }

    /** Every call fails with this reason until {@link #back}. */
    void away(Reason reason) {
        away = SiteException.of(reason, account.site() + " is away");
    }

    void back() {
        away = null;
        cutAfter.set(Long.MAX_VALUE);
    }

    /** Streams of commands are cut once so many bytes of them were read or written in all. */
    void cutAfter(long bytes) {
        cutAfter.set(bytes);
    }

    /** How many commands were run so far. */
    int commands() {
        return programs.size();
    }

    Path homePath() {
        return home;
    }

    @Override
    public AccountId account() {
        return account;
    }

    @Override
    public CommandResult run(RemoteCommand command) {
        try (RemoteStream stream = open(command)) {
            Shell shell = (Shell) stream;
            byte[] given = command.stdin().readAllBytes();
            Thread.startVirtualThread(() -> {
                try (OutputStream out = shell.process.getOutputStream()) {
                    out.write(given);
                } catch (IOException e) {
                    // the program did not want all of it
                }
            });
            byte[] out = shell.process.getInputStream().readAllBytes();
            CommandResult end = shell.await();
            return new CommandResult(end.exit(), out, end.stderr(), end.took(), out.length > command.outputCap());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public RemoteStream open(RemoteCommand command) {
        check();
        programs.add(command.program());
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", command.program(), "sh"));
        words.addAll(command.args());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", home.toString());
        builder.environment().put("LC_ALL", "C");
        try {
            return new Shell(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public RemoteFiles files() {
        check();
        return new TestingFiles(this::passed);
    }

    @Override
    public Follow follow(String path, long fromByte, LineListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String home() {
        check();
        return home.toString();
    }

    @Override
    public SiteHealth health() {
        return new SiteHealth(account, away == null ? SiteHealth.State.CONNECTED : SiteHealth.State.UNREACHABLE,
                Instant.EPOCH, Optional.empty(), Optional.empty(), Optional.empty(), 1, 0);
    }

    private void check() {
        if (away != null) {
            throw SiteException.again(away.problem(), away);
        }
    }

    private void passed(long bytes) throws IOException {
        if (cutAfter.addAndGet(-bytes) < 0) {
            throw new IOException("the connection was cut");
        }
    }

    private final class Shell implements RemoteStream {
        private final Process process;
        private final Instant began = Instant.now();
        private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        private final Thread errorReader;

        private Shell(Process process) {
            this.process = process;
            this.errorReader = Thread.startVirtualThread(() -> {
                try {
                    process.getErrorStream().transferTo(errors);
                } catch (IOException e) {
                    errors.writeBytes(e.toString().getBytes());
                }
            });
        }

        @Override
        public OutputStream stdin() {
            return new FilterOutputStream(process.getOutputStream()) {
                @Override
                public void write(byte[] b, int off, int len) throws IOException {
                    passed(len);
                    out.write(b, off, len);
                }
            };
        }

        @Override
        public InputStream stdout() {
            return new FilterInputStream(process.getInputStream()) {
                @Override
                public int read(byte[] b, int off, int len) throws IOException {
                    int n = in.read(b, off, len);
                    passed(Math.max(0, n));
                    return n;
                }
            };
        }

        @Override
        public CommandResult await() {
            if (cutAfter.get() < 0) {
                process.destroyForcibly();
                throw SiteException.of(Reason.SITE_CONNECTION_LOST, "the connection was cut");
            }
            try {
                process.getInputStream().transferTo(OutputStream.nullOutputStream());
                process.getOutputStream().close();
            } catch (IOException e) {
                // it has ended
            }
            try {
                if (!process.waitFor(30, TimeUnit.SECONDS)) {
                    throw SiteException.of(Reason.SITE_TIMEOUT, "no end");
                }
                errorReader.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new CommandResult(process.exitValue(), new byte[0], errors.toByteArray(),
                    Duration.between(began, Instant.now()), false);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
