package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.FollowEnd;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.Progress;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Prints what calls cost against OpenSSH on loopback: {@code -Dmeasure=true -Dtest=MeasurementTest}. */
@EnabledIfSystemProperty(named = "measure", matches = "true")
class MeasurementTest {
    private static final PrintStream OUT = System.out;

    @TempDir
    private Path folder;

    @Test
    void onLoopback() throws Exception {
        try (OpenSshServer server = OpenSshServer.start(folder);
                SshSiteSessions sessions = new SshSiteSessions(server.profiles())) {
            SiteSession session = sessions.of(server.account());
            commands(session);
            files(session.files(), folder.toString());
            follow(session);
        }
    }

    /** {@code -Dmeasure.profiles=FOLDER -Dmeasure.site=ID}: a site that is there, as the tenant demo. */
    @Test
    @EnabledIfSystemProperty(named = "measure.site", matches = ".+")
    void atASite() {
        try (SshSiteSessions sessions =
                new SshSiteSessions(SiteProfiles.load(Path.of(System.getProperty("measure.profiles"))))) {
            SiteSession session = sessions.of(new SiteId(System.getProperty("measure.site")), new TenantId("demo"));
            commands(session);
            files(session.files(), session.home());
            session.files().remove(session.home() + "/big");
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static void commands(SiteSession session) throws InterruptedException, ExecutionException {
        sequential(session, 20);
        long[] took = sequential(session, 200);
        OUT.printf("exec on a kept connection: median %.1f ms, p90 %.1f ms%n", took[100] / 1e6, took[180] / 1e6);
        OUT.printf("200 execs of 50 callers: %.2f s%n", parallel(session));
    }

    private static long[] sequential(SiteSession session, int n) {
        long[] took = new long[n];
        for (int i = 0; i < n; i++) {
            long began = System.nanoTime();
            assertThat(session.run(RemoteCommand.of("echo \"$1\"", "x")).ok()).isTrue();
            took[i] = System.nanoTime() - began;
        }
        Arrays.sort(took);
        return took;
    }

    private static double parallel(SiteSession session) throws InterruptedException, ExecutionException {
        long began = System.nanoTime();
        try (ExecutorService callers = Executors.newFixedThreadPool(50)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                all.add(callers.submit(() -> session.run(RemoteCommand.of("echo"))));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        return (System.nanoTime() - began) / 1e9;
    }

    private static void files(RemoteFiles files, String folder) {
        int size = 100 << 20;
        for (int round = 0; round < 2; round++) {
            long began = System.nanoTime();
            files.upload(folder + "/big", 0, new Zeros(size), Progress.NONE);
            double up = (System.nanoTime() - began) / 1e9;
            began = System.nanoTime();
            files.download(folder + "/big", 0, OutputStream.nullOutputStream(), Progress.NONE);
            double down = (System.nanoTime() - began) / 1e9;
            OUT.printf("100 MiB: up %.0f MiB/s, down %.0f MiB/s%n", 100 / up, 100 / down);
        }
        long[] took = new long[100];
        for (int i = 0; i < took.length; i++) {
            long began = System.nanoTime();
            files.stat(folder + "/big");
            took[i] = System.nanoTime() - began;
        }
        Arrays.sort(took);
        OUT.printf("stat: median %.2f ms%n", took[50] / 1e6);
    }

    private void follow(SiteSession session) throws Exception {
        SynchronousQueue<String> heard = new SynchronousQueue<>();
        Path file = Files.createFile(folder.resolve("hints"));
        try (Follow follow = session.follow(file.toString(), 0, new LineListener() {
            @Override
            public void line(String line, long nextByte) {
                try {
                    heard.offer(line, 5, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void ended(FollowEnd end) {
                OUT.println(end);
            }
        })) {
            long[] took = new long[50];
            Thread.sleep(1000);
            for (int i = 0; i < took.length; i++) {
                long began = System.nanoTime();
                Files.writeString(file, "job\n", StandardOpenOption.APPEND);
                heard.poll(10, TimeUnit.SECONDS);
                took[i] = System.nanoTime() - began;
                Thread.sleep(20);
            }
            Arrays.sort(took);
            OUT.printf("follow, active %s: median %.1f ms, p90 %.1f ms%n", follow.active(), took[25] / 1e6, took[45] / 1e6);
        }
    }

    private static final class Zeros extends InputStream {
        private long left;

        Zeros(long size) {
            left = size;
        }

        @Override
        public int read() {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int n = (int) Math.min(length, left);
            left -= n;
            return n == 0 ? -1 : n;
        }
    }
}
