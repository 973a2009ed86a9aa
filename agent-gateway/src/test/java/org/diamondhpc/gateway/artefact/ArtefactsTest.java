package org.diamondhpc.gateway.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.diamondhpc.schemas.task.Artefact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What files' own bytes tell, on this machine's real programs and on headers made here. */
class ArtefactsTest {
    private static Optional<Artefact> read(byte[] bytes) throws IOException {
        return Artefacts.read(() -> new ByteArrayInputStream(bytes), bytes.length);
    }

    private static byte[] header(int machine, boolean wide, boolean little) {
        ByteBuffer file = ByteBuffer.allocate(64).order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', (byte) (wide ? 2 : 1), (byte) (little ? 1 : 2), 1});
        file.putShort(18, (short) machine);
        return file.array();
    }

    private static String said(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(process.waitFor() == 0, String.join(" ", command) + " does not run here");
        return out;
    }

    @ParameterizedTest
    @CsvSource({"62,true,true,x86_64", "183,true,true,aarch64", "21,true,true,ppc64le", "21,true,false,ppc64",
        "22,true,false,s390x", "243,true,true,riscv64", "3,false,true,i686", "40,false,true,armv7l"})
    void theMachineStandsInTheHeader(int machine, boolean wide, boolean little, String name) throws Exception {
        assertThat(read(header(machine, wide, little))).hasValueSatisfying(a -> {
            assertThat(a.kind()).isEqualTo(Artefact.Kind.ELF);
            assertThat(a.architectures()).containsExactly(name);
        });
    }

    @Test
    void aMachineThatNobodyKnowsIsNotGuessed() throws Exception {
        assertThat(read(header(9999, true, true)).orElseThrow().architectures()).isEmpty();
    }

    @Test
    void librariesOfARealProgramAreThoseThatReadelfTells() throws Exception {
        Path program = Path.of("/bin/bash");
        assumeTrue(Files.exists(program), "no " + program);
        List<String> told = Arrays.stream(said("readelf", "-d", program.toString()).split("\n"))
                .filter(l -> l.contains("(NEEDED)")).map(l -> l.replaceAll(".*\\[|\\].*", "")).toList();

        Artefact bash = read(Files.readAllBytes(program)).orElseThrow();

        assertThat(bash.libraries()).isNotEmpty().isEqualTo(told);
    }

    @Test
    void theLeastLibraryOfARealProgramIsTheNewestVersionThatReadelfTells() throws Exception {
        Path program = Path.of("/bin/bash");
        assumeTrue(Files.exists(program), "no " + program);
        int newest = Arrays.stream(said("readelf", "-V", program.toString()).split("\\s+"))
                .filter(w -> w.matches("GLIBC_2\\.\\d+(\\.\\d+)?")).mapToInt(w -> Integer.parseInt(w.split("\\.")[1]))
                .max().orElseThrow();

        assertThat(read(Files.readAllBytes(program)).orElseThrow().libc()).isEqualTo("glibc 2." + newest);
    }

    @Test
    void aSingularityImageNamesItsMachine() throws Exception {
        byte[] image = new byte[128];
        System.arraycopy("#!/usr/bin/env run-singularity\n".getBytes(StandardCharsets.US_ASCII), 0, image, 0, 31);
        System.arraycopy("SIF_MAGIC\0".getBytes(StandardCharsets.US_ASCII), 0, image, 32, 10);
        System.arraycopy("01\0".getBytes(StandardCharsets.US_ASCII), 0, image, 42, 3);
        System.arraycopy("04\0".getBytes(StandardCharsets.US_ASCII), 0, image, 45, 3);

        assertThat(read(image)).contains(new Artefact(Artefact.Kind.SIF, List.of("aarch64"), null, null));
    }

    @Test
    void anImageArchiveNamesItsMachineInItsConfiguration() throws Exception {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        member(tar, "blobs/sha256/aa", new byte[700]);
        member(tar, "blobs/sha256/bb", "{\"architecture\":\"arm64\",\"os\":\"linux\",\"rootfs\":{}}".getBytes(StandardCharsets.UTF_8));
        member(tar, "oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
        tar.write(new byte[1024]);

        assertThat(read(tar.toByteArray())).contains(new Artefact(Artefact.Kind.OCI, List.of("aarch64"), null, null));
    }

    @Test
    void anyOtherArchiveOrFileIsNone() throws Exception {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        member(tar, "data.json", "{\"architecture\":\"arm64\",\"os\":\"linux\",\"rootfs\":{}}".getBytes(StandardCharsets.UTF_8));
        tar.write(new byte[1024]);

        assertThat(read(tar.toByteArray())).isEmpty();
        assertThat(read("#!/bin/sh\necho hello\n".getBytes(StandardCharsets.UTF_8))).isEmpty();
        assertThat(read(new byte[0])).isEmpty();
    }

    @Test
    void spoiledFilesTellLessAndNeverFail() throws Exception {
        Path program = Path.of("/bin/bash");
        assumeTrue(Files.exists(program), "no " + program);
        byte[] whole = Files.readAllBytes(program);
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] spoiled = Arrays.copyOf(whole, i % 3 == 0 ? random.nextInt(whole.length) : whole.length);
            for (int n = 0; n < 40 && spoiled.length > 0; n++) {
                spoiled[random.nextInt(Math.min(spoiled.length, n % 2 == 0 ? 4096 : spoiled.length))] = (byte) random.nextInt();
            }
            assertThat(read(spoiled)).as("round %d", i).isNotNull();
        }
    }

    private static void member(ByteArrayOutputStream tar, String name, byte[] content) throws IOException {
        byte[] head = new byte[512];
        System.arraycopy(name.getBytes(StandardCharsets.US_ASCII), 0, head, 0, name.length());
        byte[] size = "%011o".formatted(content.length).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(size, 0, head, 124, size.length);
        System.arraycopy("ustar".getBytes(StandardCharsets.US_ASCII), 0, head, 257, 5);
        tar.write(head);
        tar.write(Arrays.copyOf(content, (content.length + 511) / 512 * 512));
    }
}
