package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.ShellWord;
import org.diamondhpc.site.session.SiteText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandFrameTest {
    private static final String SHOW = "for a; do printf '%s\\0' \"$a\"; done; cat";
    private final CommandFrame frame = new CommandFrame("0123456789abcdef");

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash", "/bin/dash", "/usr/bin/tcsh", "/usr/bin/fish", "/usr/bin/zsh",
        "/usr/bin/ksh"})
    void anyBytesArriveAsTheyWereUnderAnyLoginShell(String loginShell) throws Exception {
        assumeTrue(Files.isExecutable(Path.of(loginShell)), loginShell + " is not installed");
        Random random = new Random(loginShell.hashCode());
        for (int round = 0; round < 40; round++) {
            List<byte[]> args = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                args.add(anyBytes(random, random.nextInt(300)));
            }
            byte[] stdin = new byte[random.nextInt(5000)];
            random.nextBytes(stdin);
            byte[] got = run(loginShell, args.stream().map(SiteText::decode).toList(), stdin);
            assertThat(got).as("round " + round).isEqualTo(shown(args, stdin));
        }
    }

    @Test
    void everySingleByteArrives() throws Exception {
        List<byte[]> args = new ArrayList<>();
        for (int b = 1; b < 256; b++) {
            args.add(new byte[] {(byte) b});
            args.add(new byte[] {'x', (byte) b, '\'', (byte) b, '\n'});
        }
        assertThat(run("/bin/sh", args.stream().map(SiteText::decode).toList(), new byte[0]))
                .isEqualTo(shown(args, new byte[0]));
    }

    @Test
    void aHalfReceivedProgramIsNotRun() throws Exception {
        byte[] request = frame.request("", "echo ran >&2", List.of("a"));
        for (int cut = 0; cut < request.length; cut += 7) {
            Process process = new ProcessBuilder("/bin/sh", "-c", CommandFrame.BOOTSTRAP).start();
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(request, 0, cut);
            }
            assertThat(process.getErrorStream().readAllBytes()).asString().doesNotContain("ran");
            assertThat(process.waitFor()).isNotZero();
        }
    }

    @Test
    void findsTheMarkersHoweverTheStreamIsCutUp() throws IOException {
        byte[] payload = "a\0360123456789abcde\036x\0360123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes("noise \0360123".getBytes(StandardCharsets.US_ASCII));
        stream.writeBytes(frame.startMarker());
        stream.writeBytes(payload);
        stream.writeBytes(frame.endMarker());
        stream.writeBytes("42\036 bye".getBytes(StandardCharsets.US_ASCII));
        byte[] all = stream.toByteArray();
        for (int piece = 1; piece < all.length; piece++) {
            ByteArrayOutputStream got = new ByteArrayOutputStream();
            FrameReader reader = new FrameReader(frame, got, () -> { });
            for (int at = 0; at < all.length; at += piece) {
                reader.write(all, at, Math.min(piece, all.length - at));
            }
            assertThat(got.toByteArray()).as("pieces of " + piece).isEqualTo(payload);
            assertThat(reader.ended()).isTrue();
            assertThat(reader.status()).isEqualTo(42);
        }
    }

    @Test
    void refusesNul() {
        assertThatThrownBy(() -> RemoteCommand.of("true", "a\0b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ShellWord.quote("\0")).isInstanceOf(IllegalArgumentException.class);
    }

    private byte[] run(String loginShell, List<String> args, byte[] stdin) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(loginShell, "-c", CommandFrame.BOOTSTRAP)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        FrameReader reader = new FrameReader(frame, got, () -> { });
        try (OutputStream to = process.getOutputStream()) {
            to.write(frame.request("", SHOW, args));
            to.write(stdin);
        }
        process.getInputStream().transferTo(reader);
        process.waitFor();
        assertThat(reader.ended()).isTrue();
        assertThat(reader.status()).isZero();
        return got.toByteArray();
    }

    private static byte[] anyBytes(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = random.nextInt(3) == 0 ? (byte) "'\"\\$`!\n*~ \t;&|<>(){}#".charAt(random.nextInt(21))
                    : (byte) (1 + random.nextInt(255));
        }
        return bytes;
    }

    private static byte[] shown(List<byte[]> args, byte[] stdin) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        args.forEach(arg -> all.writeBytes(Arrays.copyOf(arg, arg.length + 1)));
        all.writeBytes(stdin);
        return all.toByteArray();
    }
}
