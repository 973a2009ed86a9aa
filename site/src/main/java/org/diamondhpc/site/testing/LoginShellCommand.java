package org.diamondhpc.site.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** What sshd does with an exec string: the login shell runs it, in a process of this user. */
final class LoginShellCommand implements Command {
    private final List<String> argv;
    private final Map<String, String> environment;
    private final Supplier<String> noise;
    private InputStream in;
    private OutputStream out;
    private OutputStream err;
    private ExitCallback callback;
    private Process process;

    LoginShellCommand(List<String> argv, Map<String, String> environment, Supplier<String> noise) {
        this.argv = List.copyOf(argv);
        this.environment = Map.copyOf(environment);
        this.noise = noise;
    }

    @Override
    public void setInputStream(InputStream stream) {
        in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
        out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
        err = stream;
    }

    @Override
    public void setExitCallback(ExitCallback exit) {
        callback = exit;
    }

    @Override
    public void start(ChannelSession channel, Environment env) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().clear();
        builder.environment().putAll(environment);
        process = builder.start();
        thread("site-stdin", () -> pump(in, process.getOutputStream(), true));
        Thread stderr = thread("site-stderr", () -> pump(process.getErrorStream(), err, false));
        thread("site-stdout", () -> {
            say();
            pump(process.getInputStream(), out, false);
            try {
                stderr.join();
                say();
                callback.onExit(process.waitFor());
            } catch (InterruptedException e) {
                callback.onExit(255);
            }
        });
    }

    /** Mina's streams wait inside monitors, where a virtual thread would hold its carrier. */
    private static Thread thread(String name, Runnable work) {
        return Thread.ofPlatform().daemon().name(name).start(work);
    }

    private void say() {
        String text = noise.get();
        if (!text.isEmpty()) {
            try {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                process.destroy();
            }
        }
    }

    private void pump(InputStream from, OutputStream to, boolean closing) {
        byte[] chunk = new byte[32 << 10];
        try {
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                to.write(chunk, 0, n);
                to.flush();
            }
            if (closing) {
                to.close();
            }
        } catch (IOException e) {
            // One side hung up; as with sshd the process's stdin ends then.
            closeStdin();
        }
    }

    private void closeStdin() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroy();
        }
    }

    /** The channel is over: as sshd does, close the pipes and leave it to the process to notice. */
    @Override
    public void destroy(ChannelSession channel) {
        if (process != null) {
            closeStdin();
        }
    }
}
