package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.model.Limits;
import org.junit.jupiter.api.Test;

class FileOperationsTest extends Ends {
    @Override
    Limits limits() {
        return super.limits().withListing(5);
    }

    private Answer list(String query) {
        return client.get("operation/endpoint/" + beta.id() + "/ls?" + query);
    }

    private Answer mkdir(String path) {
        return client.post("operation/endpoint/" + beta.id() + "/mkdir",
                Client.JSON.createObjectNode().put("DATA_TYPE", "mkdir").put("path", path));
    }

    private Answer rename(String from, String to) {
        return client.post("operation/endpoint/" + beta.id() + "/rename", Client.JSON.createObjectNode()
                .put("DATA_TYPE", "rename").put("old_path", from).put("new_path", to));
    }

    @Test
    void makesDirectoriesOnce() {
        Answer first = mkdir("/new");
        Answer second = mkdir("/new");
        Answer orphan = mkdir("/none/new");

        assertThat(first.code()).isEqualTo("DirectoryCreated");
        assertThat(first.body().get("DATA_TYPE").textValue()).isEqualTo("mkdir_result");
        assertThat(betaRoot.resolve("new")).isDirectory();
        assertThat(second.status()).isEqualTo(502);
        assertThat(second.code()).isEqualTo("ExternalError.MkdirFailed.Exists");
        assertThat(orphan.status()).isEqualTo(404);
    }

    @Test
    void renamesWithoutOverwriting() {
        write(betaRoot, "a", "1");
        write(betaRoot, "b", "2");

        Answer taken = rename("/a", "/b");
        Answer free = rename("/a", "/c");

        assertThat(taken.status()).isEqualTo(502);
        assertThat(free.code()).isEqualTo("FileRenamed");
        assertThat(betaRoot.resolve("b")).hasContent("2");
        assertThat(betaRoot.resolve("c")).hasContent("1");
    }

    @Test
    void listsWithAndWithoutHiddenFiles() {
        write(betaRoot, ".hidden", "1");
        write(betaRoot, "shown", "2");

        assertThat(list("show_hidden=0").body().get("DATA").findValuesAsText("name")).containsExactly("shown");
        assertThat(list("show_hidden=1").body().get("DATA").findValuesAsText("name")).containsExactly(".hidden", "shown");
    }

    @Test
    void pagesListings() {
        for (String name : new String[] {"a", "b", "c"}) {
            write(betaRoot, name, name);
        }

        JsonNode page = list("path=/~/&limit=2&offset=1").body();

        assertThat(page.get("DATA").findValuesAsText("name")).containsExactly("b", "c");
        assertThat(page.get("total").intValue()).isEqualTo(3);
        assertThat(page.get("length").intValue()).isEqualTo(2);
        assertThat(page.get("absolute_path").textValue()).isEqualTo("/");
    }

    @Test
    void refusesWhatCannotBeListed() {
        write(betaRoot, "file", "1");
        for (int i = 0; i < 6; i++) {
            write(betaRoot, "many/" + i, "1");
        }

        Answer missing = list("path=/none");
        Answer file = list("path=/file");
        Answer large = list("path=/many");

        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.code()).isEqualTo("ClientError.NotFound");
        assertThat(file.code()).isEqualTo("ExternalError.DirListingFailed.NotDirectory");
        assertThat(large.code()).isEqualTo("ExternalError.DirListingFailed.SizeLimit");
    }

    @Test
    void staysInsideTheCollection() throws IOException {
        write(alphaRoot, "secret", "1");
        write(betaRoot, "inside", "2");
        Files.createSymbolicLink(betaRoot.resolve("way-out"), alphaRoot);
        Files.createSymbolicLink(betaRoot.resolve("file-out"), alphaRoot.resolve("planted"));

        Answer up = list("path=/../../");
        Answer link = list("path=/way-out");
        JsonNode planted = client.awaitTask(client.submit(Client.transfer(beta, beta, "/inside", "/file-out")),
                "is_ok", "false");

        assertThat(up.body().get("DATA").findValuesAsText("name")).contains("inside");
        assertThat(link.code()).isEqualTo("EndpointPermissionDenied");
        assertThat(planted.get("status").textValue()).isEqualTo("ACTIVE");
        assertThat(alphaRoot.resolve("planted")).doesNotExist();
    }
}
