package org.diamondhpc.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.diamondhpc.cli.testing.CommandLineRun;
import org.diamondhpc.cli.testing.StubGateway;
import org.diamondhpc.cli.testing.StubGateway.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferCommandsTest {
    private static final String ID = "x-000000001";
    private static final String C = "3f6a2f0c-7d0e-4a4b-9c43-0d9f1b2c4d5e";
    private static final String RUNNING = """
        {"id": "x-000000001", "state": "RUNNING", "version": 3, "move": false, "mover": "globus", "status": "Queued",
         "why": "both ends have a Globus collection", "faults": 2, "files": 2, "filesDone": 1, "bytesDone": 50000000,
         "bytesTotal": 150000000, "bytesPerSecond": 25000000, "expectedEnd": "2026-11-30T08:00:04Z",
         "items": [{"from": "alpha:/a", "to": "beta:/a"}, {"from": "alpha:/b", "to": "beta:/b"}],
         "createdAt": "2026-11-30T08:00:00Z"}
        """;
    private static final String FAILED = """
        {"id": "x-000000001", "state": "FAILED", "version": 5, "mover": "globus", "files": 2, "filesDone": 1,
         "bytesDone": 50, "items": [{"from": "alpha:/a", "to": "beta:/a"}, {"from": "alpha:/b", "to": "beta:/b"}],
         "legs": [{"from": "alpha", "to": "beta", "mover": "sftp", "files": 1, "bytes": 50, "took": "PT2S",
                   "why": "beta has no Globus collection"}],
         "notes": ["3 symbolic links were left out"],
         "lost": [{"from": "alpha:/b", "problem": {"reason": "TRANSFER_SOURCE_MISSING", "detail": "it is not there"}}],
         "problem": {"reason": "TRANSFER_SOURCE_MISSING", "detail": "1 of 2 could not be moved"},
         "createdAt": "2026-11-30T08:00:00Z", "endedAt": "2026-11-30T08:00:02Z"}
        """;
    private StubGateway gateway;
    @TempDir
    Path folder;

    @BeforeEach
    void begin() throws IOException {
        gateway = new StubGateway();
    }

    @AfterEach
    void end() {
        gateway.close();
    }

    @Test
    void transfersAreListedWithTheirRateAndMover() {
        gateway.on("GET /v1/transfers", "{\"items\": [" + RUNNING + "]}");

        CommandLineRun list = run("transfers");

        assertThat(list.exit()).as(list.err()).isZero();
        assertThat(list.out()).contains(ID, "RUNNING", "1/2", "globus", "/s");
        assertThat(run("transfer", "ls").out()).isEqualTo(list.out());
    }

    @Test
    void oneIsShownWithWayReasonFaultsAndExpectedEnd() {
        gateway.on("GET /v1/transfers/" + ID, RUNNING);

        CommandLineRun shown = run("transfer", "show", ID);

        assertThat(shown.out()).contains("by globus [Queued] (both ends have a Globus collection)", "2 faults overcome",
                "until ");
    }

    @Test
    void whatFailedNamesLegsNotesAndWhatWasLost() {
        gateway.on("GET /v1/transfers/" + ID, FAILED);
        gateway.on("GET /v1/transfers/" + ID + "/events", asked -> new Reply(200, java.util.Map.of("Content-Type",
                "text/event-stream"), """
                id: 1
                event: event
                data: {"type": "org.diamondhpc.transfer.failed.v1"}

                """.getBytes(), -1));

        CommandLineRun watched = run("transfer", "watch", ID);

        assertThat(watched.exit()).isEqualTo(1);
        assertThat(watched.out()).contains("alpha → beta by sftp (beta has no Globus collection): 1 files",
                "note: 3 symbolic links were left out", "lost alpha:/b: TRANSFER_SOURCE_MISSING: it is not there");
    }

    @Test
    void aMoveIsAskedForAsOne() {
        gateway.on("POST /v1/transfers", asked -> Reply.json(202, RUNNING));

        run("transfer", "start", "alpha:/a", "beta:/a", "--move");
        run("transfer", "start", "alpha:/a", "beta:/a");

        assertThat(gateway.asked("POST /v1/transfers").get(0).json().path("move").asBoolean()).isTrue();
        assertThat(gateway.asked("POST /v1/transfers").get(1).json().has("move")).isFalse();
    }

    @Test
    void filesOfSitesAndCollectionsAreMadeRenamedAndDeleted() {
        for (String path : new String[] {"/v1/sites/alpha/files", "/v1/collections/" + C + "/files"}) {
            gateway.on("POST " + path, "{\"kind\": \"done\", \"detail\": \"it is done\"}");
            gateway.on("DELETE " + path, "{\"kind\": \"done\", \"detail\": \"it is gone\"}");
        }

        CommandLineRun made = run("mkdir", "alpha:~/new");
        CommandLineRun renamed = run("mv", "globus://" + C + "/a", "globus://" + C + "/b");
        CommandLineRun gone = run("rm", "-r", "globus://" + C + "/b");

        assertThat(made.exit() + renamed.exit() + gone.exit()).as(made.err() + renamed.err() + gone.err()).isZero();
        assertThat(gateway.asked("POST /v1/sites/alpha/files").getFirst().json().toString())
                .contains("\"op\":\"MKDIR\"", "\"path\":\"~/new\"");
        assertThat(gateway.asked("POST /v1/collections/" + C + "/files").getFirst().json().path("to").asText())
                .isEqualTo("/b");
        assertThat(gateway.asked("DELETE /v1/collections/" + C + "/files").getFirst().query())
                .isEqualTo("path=/b&recursive=true");
        assertThat(run("mv", "alpha:/a", "beta:/a").exit()).isEqualTo(2);
    }

    private CommandLineRun run(String... args) {
        return CommandLineRun.of(gateway, folder, args);
    }
}
