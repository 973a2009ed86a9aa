package org.diamondhpc.site.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a scheduler's command said as it refused or failed, and what that means. A family's stand in {@code messages.txt}
 * beside its samples: {@code === name | command | state | exit status | meaning | verdict} and the words, which are those of
 * the sample of that name. Names that begin with {@code lost-} were not recorded: there an answer was lost on the way, and of a
 * submission the job was taken.
 *
 * @param command words that stand in the call; {@code %GONE%} for the id of the job that is gone
 * @param state of the job that it is about: none (submission: not taken), taken, late (taken later), cut (taken, and the
 *     connection ends), waiting, running, over, gone (the server lost it), empty (gone, and there is no other job)
 * @param meaning a reason code; {@code done} where nothing more is to be done. Of a queue: {@code down} where it told nothing,
 *     {@code no-ids} nothing of jobs that are over; where only these are lost: {@code no-accounting}, {@code no-history}
 *     (accounting, also as a lost job is looked for), {@code no-word} (only as one is looked for), {@code no-look};
 *     {@code known} where its answer counts, {@code off} where there is no history
 * @param verdict of a submission: here (asked again), elsewhere, ends (the task), look (before anything is asked again)
 */
public record RecordedMessage(String name, String command, String state, int status, String meaning, String verdict,
        String words) {
    private static final Map<String, String> ACTS = Map.ofEntries(Map.entry("qsub", "submit"), Map.entry("submit", "submit"),
            Map.entry("batch", "submit"), Map.entry("bsub", "submit"), Map.entry("sbatch", "submit"),
            Map.entry("scancel", "cancel"), Map.entry("qdel", "cancel"), Map.entry("cancel", "cancel"),
            Map.entry("bkill", "cancel"), Map.entry("qhold", "hold"), Map.entry("hold", "hold"), Map.entry("bstop", "hold"),
            Map.entry("qrls", "release"), Map.entry("default", "release"),
            Map.entry("bresume", "release"));

    public static List<RecordedMessage> of(String family) {
        List<RecordedMessage> all = new ArrayList<>();
        for (String part : Samples.read(family + "/messages.txt").split("(?m)^=== ")) {
            if (!part.isBlank()) {
                String[] head = part.substring(0, part.indexOf('\n')).split(" \\| ");
                all.add(new RecordedMessage(head[0], head[1], head[2], Integer.parseInt(head[3]), head[4],
                        head.length > 5 ? head[5] : "", part.substring(part.indexOf('\n') + 1)));
            }
        }
        return all;
    }

    /** submit, cancel, hold, release or queue. */
    public String act() {
        return ACTS.getOrDefault(command.replaceAll(".* ", ""), "queue");
    }

    /** The same with the id of a job where the command asks for one. */
    RecordedMessage about(String jobId) {
        return new RecordedMessage(name, command.replace("%GONE%", jobId), state, status, meaning, verdict, words);
    }

    @Override
    public String toString() {
        return "%s: %s (%s) ends with %d: %s".formatted(name, command, state, status, meaning);
    }
}
