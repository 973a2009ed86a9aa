package org.diamondhpc.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What one benchmark found.
 *
 * @param raw the folder with everything that was measured
 * @param notes how it was measured, and what to beware of
 */
public record Report(String bench, String startedAt, List<Figure> figures, Noise noise, List<String> notes, String raw) {
    private static final ObjectMapper JSON = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
            .enable(SerializationFeature.INDENT_OUTPUT);

    public Report {
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }

    /** For programs; several are one document. */
    public static String json(List<Report> reports) {
        try {
            return JSON.writeValueAsString(reports.size() == 1 ? reports.getFirst() : reports) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
