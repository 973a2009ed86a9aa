package org.diamondhpc.globus.simulator.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.storage.Entry;

/** Files as documents. */
final class EntryDocuments {
    private EntryDocuments() { }

    static ObjectNode document(Entry entry) {
        ObjectNode d = Json.document("file").put("name", entry.name()).put("type", entry.type())
                .put("size", entry.size()).put("last_modified", Json.fileTime(entry.lastModified()))
                .put("permissions", entry.permissions()).put("user", entry.user()).put("group", entry.group());
        entry.link().ifPresentOrElse(
                l -> d.put("link_target", l.target()).put("link_size", l.size())
                        .put("link_last_modified", Json.fileTime(l.lastModified())).put("link_user", l.user())
                        .put("link_group", l.group()),
                () -> d.putNull("link_target").putNull("link_size").putNull("link_last_modified").putNull("link_user")
                        .putNull("link_group"));
        return d;
    }
}
