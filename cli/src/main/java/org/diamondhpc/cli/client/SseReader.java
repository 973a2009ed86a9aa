package org.diamondhpc.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Reads server-sent events as WHATWG HTML, 9.2.6, says; lines end with LF or CRLF. */
final class SseReader {
    private final BufferedReader lines;
    private final Runnable alive;

    /** @param alive called for each line, comments too: the other side is there */
    SseReader(InputStream in, Runnable alive) {
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.alive = alive;
    }

    /** The next event; null at the end. What an ended stream left unfinished is dropped. */
    StreamEvent next() throws IOException {
        String id = null;
        String name = "message";
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            alive.run();
            if (line.isEmpty() && data.isEmpty()) {
                continue;
            }
            if (line.isEmpty()) {
                return new StreamEvent(id, name, data.substring(0, data.length() - 1));
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
            switch (field) {
                case "id" -> id = value;
                case "event" -> name = value;
                case "data" -> data.append(value).append('\n');
                default -> { }
            }
        }
        return null;
    }
}
