package org.diamondhpc.globus.simulator;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TransferOptionsTest extends Ends {
    private static final Instant OLD = Instant.parse("2020-02-02T02:02:02Z");

    static Stream<Arguments> levels() {
        return Stream.of(arguments(0, "old!", true), arguments(1, "old!", true), arguments(1, "other", false),
                arguments(2, "old!", false), arguments(3, "old!", false), arguments(3, "new!", true));
    }

    @ParameterizedTest
    @MethodSource("levels")
    void copiesNoMoreThanTheSyncLevelAsks(int level, String there, boolean skipped) throws IOException {
        write(alphaRoot, "a", "new!");
        write(betaRoot, "a", there);
        Files.setLastModifiedTime(betaRoot.resolve("a"), FileTime.from(OLD));

        JsonNode task = client.succeeded(client.submit(Client.transfer(alpha, beta, "/a", "/a",
                d -> d.put("sync_level", level))));

        assertThat(task.get("files_skipped").intValue()).isEqualTo(skipped ? 1 : 0);
        assertThat(task.get("files_transferred").intValue()).isEqualTo(skipped ? 0 : 1);
        assertThat(betaRoot.resolve("a")).hasContent(skipped ? there : "new!");
    }

    @Test
    void leavesANewerDestinationAtLevelTwo() throws IOException {
        write(alphaRoot, "a", "1234");
        Files.setLastModifiedTime(alphaRoot.resolve("a"), FileTime.from(OLD));
        write(betaRoot, "a", "5678");

        client.succeeded(client.submit(Client.transfer(alpha, beta, "/a", "/a", d -> d.put("sync_level", 2))));

        assertThat(betaRoot.resolve("a")).hasContent("5678");
    }

    @Test
    void filtersByTheFirstRuleThatMatches() {
        write(alphaRoot, "in/keep.tmp", "1");
        write(alphaRoot, "in/drop.tmp", "2");
        write(alphaRoot, "in/plain", "3");
        write(alphaRoot, "in/cache/x", "4");

        client.succeeded(client.submit(Client.transfer(alpha, beta, "/in", "/out", d -> {
            d.putArray("filter_rules")
                    .add(Client.JSON.createObjectNode().put("method", "include").put("name", "keep*").put("type", "file"))
                    .add(Client.JSON.createObjectNode().put("method", "exclude").put("name", "*.tmp").put("type", "file"))
                    .add(Client.JSON.createObjectNode().put("method", "exclude").put("name", "cache").put("type", "dir"));
        })));

        assertThat(betaRoot.resolve("out").toFile().list()).containsExactlyInAnyOrder("keep.tmp", "plain");
    }

    static Stream<Arguments> links() {
        return Stream.of(arguments("ignore", false, false), arguments("keep", true, true), arguments("copy", true, false));
    }

    @ParameterizedTest
    @MethodSource("links")
    void treatsLinksInDirectoriesAsAsked(String mode, boolean there, boolean link) throws IOException {
        write(alphaRoot, "in/file", "content");
        Files.createSymbolicLink(alphaRoot.resolve("in/link"), Path.of("file"));

        client.succeeded(client.submit(Client.transfer(alpha, beta, "/in", "/out", d -> d.put("recursive_symlinks", mode))));

        Path arrived = betaRoot.resolve("out/link");
        assertThat(Files.exists(arrived, LinkOption.NOFOLLOW_LINKS)).isEqualTo(there);
        assertThat(Files.isSymbolicLink(arrived)).isEqualTo(link);
    }

    @Test
    void copiesALinkThatIsAskedForByItself() throws IOException {
        Files.createSymbolicLink(alphaRoot.resolve("link"), Path.of("/somewhere/else"));
        var document = Client.transfer(alpha, beta, "/link", "/copy");
        ((com.fasterxml.jackson.databind.node.ObjectNode) document.get("DATA").get(0)).put("DATA_TYPE", "transfer_symlink_item");

        client.succeeded(client.submit(document));

        assertThat(Files.readSymbolicLink(betaRoot.resolve("copy"))).hasToString("/somewhere/else");
    }

    @Test
    void deletesWhatTheSourceDoesNotHave() throws IOException {
        write(alphaRoot, "in/a", "1");
        write(betaRoot, "out/old/deep", "2");
        write(betaRoot, "out/stale", "3");
        write(betaRoot, "elsewhere", "4");
        Files.createSymbolicLink(betaRoot.resolve("out/link"), betaRoot.resolve("elsewhere"));

        client.succeeded(client.submit(Client.transfer(alpha, beta, "/in", "/out", d -> d.put("delete_destination_extra", true))));

        assertThat(betaRoot.resolve("out").toFile().list()).containsExactly("a");
        assertThat(betaRoot.resolve("elsewhere")).exists();
    }

    @Test
    void skipsSourcesThatCannotBeReadWhereThatIsAskedFor() {
        write(alphaRoot, "a", "1");
        var document = Client.transfer(alpha, beta, "/missing", "/missing", d -> d.put("skip_source_errors", true));
        ((com.fasterxml.jackson.databind.node.ArrayNode) document.get("DATA")).addObject()
                .put("DATA_TYPE", "transfer_item").put("source_path", "/a").put("destination_path", "/a");

        JsonNode task = client.succeeded(client.submit(document));

        String id = task.get("task_id").textValue();
        JsonNode skipped = client.get("task/" + id + "/skipped_errors").body();
        assertThat(task.get("subtasks_skipped_errors").intValue()).isEqualTo(1);
        assertThat(skipped.get("DATA").get(0).get("error_code").textValue()).isEqualTo("FILE_NOT_FOUND");
        assertThat(skipped.get("DATA").get(0).get("source_path").textValue()).isEqualTo("/missing");
        assertThat(skipped.get("next_marker").isNull()).isTrue();
        assertThat(client.events(id)).containsExactly("SUCCEEDED", "SKIPPED_ERRORS", "STARTED");
    }

    @Test
    void preservesTimesWhereAsked() throws IOException {
        write(alphaRoot, "a", "1");
        Files.setLastModifiedTime(alphaRoot.resolve("a"), FileTime.from(OLD));

        client.succeeded(client.submit(Client.transfer(alpha, beta, "/a", "/a", d -> d.put("preserve_timestamp", true))));

        assertThat(Files.getLastModifiedTime(betaRoot.resolve("a")).toInstant()).isEqualTo(OLD);
    }

    @Test
    void comparesAChecksumThatTheSubmitterKnows() {
        write(alphaRoot, "a", "hello");
        var right = Client.transfer(alpha, beta, "/a", "/right");
        item(right).put("external_checksum", "5d41402abc4b2a76b9719d911017c592");
        var wrong = Client.transfer(alpha, beta, "/a", "/wrong");
        item(wrong).put("external_checksum", "00").put("checksum_algorithm", "sha256");

        JsonNode good = client.succeeded(client.submit(right));
        JsonNode bad = client.awaitTask(client.submit(wrong), "nice_status", "VERIFY_CHECKSUM");

        JsonNode arrived = client.get("task/" + good.get("task_id").textValue() + "/successful_transfers").body();
        assertThat(arrived.get("DATA").get(0).get("checksum").textValue()).isEqualTo("5d41402abc4b2a76b9719d911017c592");
        assertThat(bad.get("status").textValue()).isEqualTo("ACTIVE");
    }

    @Test
    void refusesToOverwriteAFileWithItself() {
        write(alphaRoot, "a", "precious");

        client.awaitTask(client.submit(Client.transfer(alpha, alpha, "/a", "/../a")), "nice_status", "ENDPOINT_ERROR");

        assertThat(alphaRoot.resolve("a")).hasContent("precious");
    }

    @Test
    void refusesToCopyADirectoryIntoItself() {
        write(alphaRoot, "in/a", "1");

        client.awaitTask(client.submit(Client.transfer(alpha, alpha, "/in", "/in/copy")), "nice_status", "ENDPOINT_ERROR");

        assertThat(alphaRoot.resolve("in").toFile().list()).containsExactly("a");
    }

    @Test
    void movesTheOtherItemsWhileOneIsUnfit() {
        write(alphaRoot, "in/a", "1");
        write(alphaRoot, "b", "2");
        var document = Client.transfer(alpha, beta, "/in", "/out");
        item(document).put("recursive", false);
        ((com.fasterxml.jackson.databind.node.ArrayNode) document.get("DATA")).addObject()
                .put("DATA_TYPE", "transfer_item").put("source_path", "/b").put("destination_path", "/b");

        client.awaitTask(client.submit(document), "files_transferred", "1");

        assertThat(betaRoot.resolve("b")).hasContent("2");
    }

    @Test
    void insistsOnRecursiveBeingTrue() {
        write(alphaRoot, "in/a", "1");
        var document = Client.transfer(alpha, beta, "/in", "/out");
        item(document).put("recursive", false);

        JsonNode task = client.awaitTask(client.submit(document), "nice_status", "ENDPOINT_ERROR");

        assertThat(task.get("nice_status_details").textValue()).contains("Is a directory");
    }

    private static ObjectNode item(JsonNode document) {
        return (com.fasterxml.jackson.databind.node.ObjectNode) document.get("DATA").get(0);
    }
}
