package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.diamondhpc.globus.simulator.http.Json;

/** A task's document. Written while the task holds still. */
record TaskView(Task task, Status status, NiceStatus nice, Optional<Task.FatalError> fatal, String label,
        Instant deadline, Instant started, Instant completed, boolean paused, Counters counters, Instant now) {

    ObjectNode document(Function<String, String> displayName) {
        ObjectNode d = Json.document("task").put("task_id", task.id()).put("type", task.order().type())
                .put("status", status.name()).put("label", label).put("owner_id", task.owner().id())
                .put("username", task.owner().username().replace("@clients.auth.globus.org", ""))
                .put("request_time", Json.taskTime(task.requested())).put("completion_time", Json.taskTime(completed))
                .put("deadline", Json.taskTime(deadline)).put("command", "API 0.10").put("history_deleted", false)
                .putNull("canceled_by_admin").putNull("canceled_by_admin_message").put("is_paused", paused);
        condition(d);
        counts(d);
        switch (task.order()) {
            case Order.Transfer transfer -> transfer(d, transfer, displayName);
            case Order.Delete delete -> delete(d, delete, displayName);
        }
        return d;
    }

    private void condition(ObjectNode d) {
        boolean ended = status.ended();
        if (ended) {
            d.putNull("is_ok").putNull("nice_status").putNull("nice_status_details")
                    .putNull("nice_status_short_description").putNull("nice_status_expires_in");
        } else {
            d.put("is_ok", nice.ok()).put("nice_status", nice.code()).put("nice_status_details", nice.details())
                    .put("nice_status_short_description", nice.shortDescription())
                    .put("nice_status_expires_in", status == Status.INACTIVE ? 0 : -1);
        }
        fatal.ifPresentOrElse(f -> d.putObject("fatal_error").put("code", f.code()).put("description", f.description()),
                () -> d.putNull("fatal_error"));
    }

    private void counts(ObjectNode d) {
        d.put("files", counters.files).put("directories", counters.directories).put("symlinks", counters.symlinks)
                .put("files_skipped", counters.filesSkipped).put("files_transferred", counters.filesTransferred)
                .put("bytes_transferred", counters.bytesTransferred)
                .put("bytes_checksummed", counters.bytesChecksummed)
                .put("effective_bytes_per_second", bytesPerSecond()).put("faults", counters.faults)
                .put("subtasks_total", counters.total).put("subtasks_pending", status.ended() ? 0 : counters.pending())
                .put("subtasks_retrying", counters.retrying).put("subtasks_succeeded", counters.succeeded)
                .put("subtasks_expired", counters.expired).put("subtasks_canceled", counters.canceled)
                .put("subtasks_failed", counters.failed).put("subtasks_skipped_errors", counters.skippedErrors);
    }

    private long bytesPerSecond() {
        if (started == null) {
            return 0;
        }
        long millis = Duration.between(started, completed == null ? now : completed).toMillis();
        return counters.bytesTransferred * 1000 / Math.max(1, millis);
    }

    private static void transfer(ObjectNode d, Order.Transfer transfer, Function<String, String> displayName) {
        TransferDocument from = transfer.document();
        TransferTerms terms = transfer.terms();
        endpoint(d, "source_endpoint", from.sourceEndpoint(), displayName);
        endpoint(d, "destination_endpoint", from.destinationEndpoint(), displayName);
        terms.syncLevel().ifPresentOrElse(l -> d.put("sync_level", l), () -> d.putNull("sync_level"));
        d.put("verify_checksum", terms.verifyChecksum()).put("encrypt_data", terms.encryptData())
                .put("preserve_timestamp", terms.preserveTimestamp()).put("skip_source_errors", terms.skipSourceErrors())
                .put("fail_on_quota_errors", terms.failOnQuotaErrors())
                .put("delete_destination_extra", terms.deleteDestinationExtra())
                .put("recursive_symlinks", terms.symlinks().wire())
                .put("source_local_user", from.sourceLocalUser())
                .putNull("source_local_user_status").put("destination_local_user", from.destinationLocalUser())
                .putNull("destination_local_user_status").putNull("source_base_path").putNull("destination_base_path");
        d.set("filter_rules", rules(terms));
    }

    private static JsonNode rules(TransferTerms terms) {
        if (terms.rules().isEmpty()) {
            return Json.MAPPER.nullNode();
        }
        var rules = Json.MAPPER.createArrayNode();
        terms.rules().forEach(r -> rules.add(Json.document("filter_rule").put("method", r.method()).put("type", r.type())
                .put("name", r.name())));
        return rules;
    }

    private static void delete(ObjectNode d, Order.Delete delete, Function<String, String> displayName) {
        endpoint(d, "source_endpoint", delete.document().endpoint(), displayName);
        d.putNull("destination_endpoint").putNull("destination_endpoint_id").putNull("destination_endpoint_display_name")
                .putNull("sync_level").put("verify_checksum", false).put("encrypt_data", false)
                .put("preserve_timestamp", false).put("skip_source_errors", false).put("fail_on_quota_errors", false)
                .put("delete_destination_extra", false).putNull("recursive_symlinks").putNull("filter_rules")
                .put("source_local_user", delete.document().localUser());
    }

    private static void endpoint(ObjectNode d, String field, String id, Function<String, String> displayName) {
        d.put(field, "u_simulated#" + id).put(field + "_id", id).put(field + "_display_name", displayName.apply(id));
    }
}
