package org.diamondhpc.site.scheduler;

import java.util.ArrayList;
import java.util.List;

/**
 * What a scheduler's command said as it refused or failed, and what that means. A family's stand in {@code messages.txt}
 * beside its samples: {@code === name | act | exit status | meaning} and the words.
 *
 * @param act submit, cancel, hold, release or queue
 * @param meaning a reason code; {@code done} where nothing more is to be done; of a queue {@code down} where it told
 *     nothing, {@code known} where its answer counts
 */
public record RecordedMessage(String name, String act, int status, String meaning, String words) {
    public static List<RecordedMessage> of(String family) {
        List<RecordedMessage> all = new ArrayList<>();
        for (String part : Samples.read(family + "/messages.txt").split("(?m)^=== ")) {
            if (!part.isBlank()) {
                String[] head = part.substring(0, part.indexOf('\n')).split(" \\| ");
                all.add(new RecordedMessage(head[0], head[1], Integer.parseInt(head[2]), head[3],
                        part.substring(part.indexOf('\n') + 1)));
            }
        }
        return all;
    }

    @Override
    public String toString() {
        return "%s: %s ends with %d: %s".formatted(name, act, status, meaning);
    }
}
