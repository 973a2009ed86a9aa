package org.diamondhpc.gateway.artefact;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.Artefact;

/**
 * Container images in a file: SIF, whose global header names the architecture (Singularity Image Format 1, 32 bytes
 * launch script, magic, version, architecture), and archives of OCI's image layout or {@code docker save}, whose small
 * JSON members do.
 */
final class Images {
    private static final String MAGIC = "SIF_MAGIC";
    private static final int BLOCK = 512;
    private static final int MOST_MEMBERS = 2000;
    private static final long MOST_JSON = 256 * 1024;

    private Images() {
    }

    static Optional<Artefact> sif(Bytes file) throws IOException {
        byte[] head = file.at(0, 48).array();
        if (head.length < 48 || !new String(head, 32, MAGIC.length(), StandardCharsets.US_ASCII).equals(MAGIC)) {
            return Optional.empty();
        }
        String machine = switch (new String(head, 45, 2, StandardCharsets.US_ASCII)) {
            case "01" -> "i686";
            case "02" -> "x86_64";
            case "03" -> "armv7l";
            case "04" -> "aarch64";
            case "05" -> "ppc64";
            case "06" -> "ppc64le";
            case "12" -> "s390x";
            case "13" -> "riscv64";
            default -> null;
        };
        return Optional.of(new Artefact(Artefact.Kind.SIF, machine == null ? List.of() : List.of(machine), null, null));
    }

    /** A tar archive with the files of an image. */
    static Optional<Artefact> archive(Bytes file) throws IOException {
        if (!isTar(file.at(0, BLOCK))) {
            return Optional.empty();
        }
        Set<String> machines = new LinkedHashSet<>();
        boolean image = false;
        long at = 0;
        for (int i = 0; i < MOST_MEMBERS && at + BLOCK <= file.size(); i++) {
            ByteBuffer head = file.at(at, BLOCK);
            if (!isTar(head)) {
                break;
            }
            String name = text(head, 0, 100);
            long size = octal(text(head, 124, 12));
            image |= name.replaceFirst("^\\./", "").matches("oci-layout|manifest\\.json|repositories");
            ByteBuffer content = file.at(at + BLOCK, size <= MOST_JSON ? size : 0);
            if (content.hasRemaining() && content.get(0) == '{') {
                machine(content).ifPresent(machines::add);
            }
            at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
        }
        return image ? Optional.of(new Artefact(Artefact.Kind.OCI, List.copyOf(machines), null, null)) : Optional.empty();
    }

    /** The image's configuration, which names both. */
    private static Optional<String> machine(ByteBuffer json) {
        try {
            JsonNode tree = DiamondJson.json().readTree(json.array());
            String architecture = tree.path("architecture").asText("");
            return tree.path("os").asText("").equals("linux") && tree.has("rootfs") ? Optional.of(switch (architecture) {
                case "amd64" -> "x86_64";
                case "arm64" -> "aarch64";
                case "386" -> "i686";
                default -> architecture;
            }) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty(); // some other member
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean isTar(ByteBuffer head) {
        return head.remaining() == BLOCK && text(head, 257, 5).equals("ustar");
    }

    private static String text(ByteBuffer head, int from, int length) {
        String text = new String(head.array(), from, length, StandardCharsets.UTF_8);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private static long octal(String text) {
        String digits = text.strip();
        return digits.matches("[0-7]{1,12}") ? Long.parseLong(digits, 8) : 0;
    }
}
