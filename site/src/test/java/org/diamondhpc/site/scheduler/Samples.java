package org.diamondhpc.site.scheduler;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Real outputs of real schedulers. */
public final class Samples {
    private Samples() {
    }

    public static String read(String name) {
        try (InputStream in = Samples.class.getResourceAsStream("/hpc/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
