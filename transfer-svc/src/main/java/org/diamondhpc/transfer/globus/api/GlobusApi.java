package org.diamondhpc.transfer.globus.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calls Diamond makes, for one identity. Every method throws {@link GlobusException}. */
public final class GlobusApi {
    private static final int PAGE = 1000;
    private static final int MOST_PAGES = 20;
    private static final String OFFSET = "offset";
    private static final String LIMIT = "limit";

    private final Wire wire;

    /** @param rate shared by all that work with this identity */
    public GlobusApi(HttpClient http, URI base, Credentials credentials, RateLimit rate, RetryPolicy retries) {
        this.wire = new Wire(http, base, credentials, rate, retries);
    }

    /** An id under which one submission can be sent any number of times. */
    public String submissionId() {
        return text(wire.get("submission_id", Map.of()), "value");
    }

    /** @param document as it was stored, to the letter: sent again it must be the same */
    public Submission transfer(String document) {
        return read(wire.post("transfer", document), Submission.class);
    }

    public Submission delete(String document) {
        return read(wire.post("delete", document), Submission.class);
    }

    public TaskDocument task(String task) {
        return read(wire.get("task/" + Wire.encoded(task), Map.of()), TaskDocument.class);
    }

    /** All tasks that have not ended, of this identity; a few calls whatever their number. */
    public List<TaskDocument> unfinished() {
        List<TaskDocument> tasks = new ArrayList<>();
        for (int page = 0; page < MOST_PAGES; page++) {
            JsonNode answer = wire.get("task_list", Map.of("filter", "type:TRANSFER,DELETE/status:ACTIVE,INACTIVE",
                    "fields", TaskDocument.LISTED, LIMIT, Integer.toString(PAGE), OFFSET,
                    Integer.toString(tasks.size())));
            List<TaskDocument> got = list(answer, TaskDocument.class);
            tasks.addAll(got);
            if (got.isEmpty() || tasks.size() >= answer.path("total").asInt(tasks.size())) {
                break;
            }
        }
        return tasks;
    }

    /** Cancelling what has ended already is no error. */
    public String cancel(String task) {
        return text(wire.post("task/" + Wire.encoded(task) + "/cancel", null), "code");
    }

    /** The latest first. */
    public List<TaskHappening> events(String task, int most) {
        return list(wire.get("task/" + Wire.encoded(task) + "/event_list",
                Map.of(LIMIT, Integer.toString(most), OFFSET, "0")), TaskHappening.class);
    }

    public PauseInfo pauseInfo(String task) {
        return read(wire.get("task/" + Wire.encoded(task) + "/pause_info", Map.of()), PauseInfo.class);
    }

    public EndpointDocument endpoint(String collection) {
        return read(wire.get("endpoint/" + Wire.encoded(collection), Map.of()), EndpointDocument.class);
    }

    /** A folder's entries by name; a collection lists at most 100,000. */
    public List<FileDocument> files(String collection, String folder) {
        return list(wire.get(operation(collection, "ls"), Map.of("path", folder, "orderby", "name", "show_hidden", "1")),
                FileDocument.class);
    }

    /** Links are not followed: where it is one, the document says so. */
    public FileDocument stat(String collection, String path) {
        return read(wire.get(operation(collection, "stat"), Map.of("path", path)), FileDocument.class);
    }

    /** The folder above must be there. */
    public void makeDirectory(String collection, String path) {
        wire.post(operation(collection, "mkdir"), Map.of("DATA_TYPE", "mkdir", "path", path));
    }

    public void rename(String collection, String from, String to) {
        wire.post(operation(collection, "rename"), Map.of("DATA_TYPE", "rename", "old_path", from, "new_path", to));
    }

    /** What a task with {@code skip_source_errors} left out. */
    public List<SkippedDocument> skipped(String task) {
        List<SkippedDocument> all = new ArrayList<>();
        String marker = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            JsonNode answer = wire.get("task/" + Wire.encoded(task) + "/skipped_errors",
                    marker == null ? Map.of() : Map.of("marker", marker));
            all.addAll(list(answer, SkippedDocument.class));
            JsonNode next = answer.path("next_marker");
            if (next.isMissingNode() || next.isNull()) {
                break;
            }
            marker = next.asText();
        }
        return all;
    }

    private static String operation(String collection, String what) {
        return "operation/endpoint/" + Wire.encoded(collection) + "/" + what;
    }

    private static String text(JsonNode answer, String field) {
        if (!answer.path(field).isTextual()) {
            throw Wire.away("UnreadableAnswer", "the answer has no " + field, null);
        }
        return answer.path(field).asText();
    }

    private static <T> List<T> list(JsonNode answer, Class<T> type) {
        List<T> all = new ArrayList<>();
        answer.path("DATA").forEach(node -> all.add(read(node, type)));
        return all;
    }

    private static <T> T read(JsonNode node, Class<T> type) {
        try {
            return GlobusJson.read(node, type);
        } catch (JsonProcessingException e) {
            throw Wire.away("UnreadableAnswer", e.getOriginalMessage(), e);
        }
    }
}
