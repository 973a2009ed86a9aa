package org.diamondhpc.site.scheduler.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Constant sh programs that lie beside the classes which run them. */
public final class Program {
    private Program() {
    }

    /** The programs one after the other. */
    public static String of(Class<?> beside, String... names) {
        StringBuilder program = new StringBuilder();
        for (String name : names) {
            try (InputStream in = beside.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException("no program " + name + " beside " + beside.getName());
                }
                program.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return program.toString();
    }
}
