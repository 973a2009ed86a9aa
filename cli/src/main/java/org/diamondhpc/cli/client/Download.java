package org.diamondhpc.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Brings one file here. It grows as {@code NAME.part} beside its target, goes on where an earlier try was cut (as
 * long as the gateway still has the same content), is summed while it is written, and gets its name only when the
 * checksum is right.
 */
final class Download {
    private static final int BUFFER = 1 << 17;
    private static final Duration LONGEST = Duration.ofHours(12);

    private final Http http;
    private final Call call;
    private final Path target;
    private final Path part;
    private final LongConsumer progress;
    private Sha256 sum;
    private String etag;
    private int failures;

    Download(Http http, Call call, Path target, LongConsumer progress) {
        this.http = http;
        this.call = call.patient(LONGEST);
        this.target = target;
        this.part = target.resolveSibling(target.getFileName() + ".part");
        this.progress = progress;
    }

    /**
     * @param sha256 what it must be; null: what the gateway's ETag says
     * @throws ApiException {@code TRANSFER_CHECKSUM_MISMATCH}, after which nothing is left behind
     */
    String to(String sha256) throws IOException {
        Files.createDirectories(part.toAbsolutePath().getParent());
        etag = sha256 == null ? null : "\"" + sha256 + "\"";
        while (!piece()) {
            Http.sleep(http.patience().after(failures++));
        }
        String promised = sha256 != null ? sha256 : etag == null ? null : etag.replace("\"", "");
        String found = sum.hex();
        if (promised != null && !promised.equals(found)) {
            Files.deleteIfExists(part);
            throw ApiException.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    target.getFileName() + " has SHA-256 " + found + ", " + promised + " was promised");
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return found;
    }

    /** Whether all is there now; a cut connection leaves what came for the next piece. */
    private boolean piece() throws IOException {
        long have = etag != null && Files.exists(part) ? Files.size(part) : 0;
        Call asked = have == 0 ? call : call.header("Range", "bytes=" + have + "-").header("If-Range", etag);
        HttpResponse<InputStream> response;
        try {
            response = http.open(asked);
        } catch (ApiException e) {
            if (have > 0 && e.failure().status() == 416) {
                return summed();
            }
            throw e;
        }
        etag = response.headers().firstValue("ETag").orElse(etag);
        boolean goesOn = response.statusCode() == 206;
        sum = new Sha256();
        if (goesOn) {
            sum.add(part);
        }
        long total = response.headers().firstValueAsLong("Content-Length").orElse(-1);
        return written(response.body(), goesOn, goesOn ? have : 0, total);
    }

    /** The part was whole already. */
    private boolean summed() throws IOException {
        sum = new Sha256();
        sum.add(part);
        return true;
    }

    private boolean written(InputStream body, boolean goesOn, long from, long expected) throws IOException {
        long got = 0;
        try (InputStream in = body; OutputStream out = Files.newOutputStream(part, StandardOpenOption.CREATE,
                StandardOpenOption.WRITE, goesOn ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING)) {
            byte[] buffer = new byte[BUFFER];
            for (int n = read(in, buffer); n >= 0; n = read(in, buffer)) {
                out.write(buffer, 0, n);
                sum.add(buffer, n);
                got += n;
                failures = 0;
                progress.accept(from + got);
            }
        } catch (Cut e) {
            if (failures > 10) {
                throw new ApiException(Failure.of(Reason.INTERNAL_UNAVAILABLE, "the download is cut again and again"),
                        e);
            }
            return false;
        }
        return expected < 0 || got == expected;
    }

    private static int read(InputStream in, byte[] buffer) throws Cut {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            throw new Cut(e);
        }
    }

    /** The connection broke, as against a disk that is full. */
    private static final class Cut extends IOException {
        private static final long serialVersionUID = 1L;

        Cut(IOException cause) {
            super(cause);
        }
    }
}
