package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What applications need, and what their runs took. */
public final class ApplicationsApi {
    private static final String PATH = "v1/applications";

    private final Http http;

    ApplicationsApi(Http http) {
        this.http = http;
    }

    public List<Document> list() {
        JsonNode page = http.send(Call.get(PATH)).json();
        return ((Document) () -> page).list("/items", node -> (Document) () -> node);
    }

    public Document get(String name) {
        JsonNode one = http.send(Call.get(PATH + "/" + name)).json();
        return () -> one;
    }

    /** A new entry, or another one for the same name. */
    public Document put(String name, JsonNode application) {
        JsonNode one = http.send(Call.replace(PATH + "/" + name, application)).json();
        return () -> one;
    }

    public void delete(String name) {
        http.send(Call.delete(PATH + "/" + name));
    }
}
