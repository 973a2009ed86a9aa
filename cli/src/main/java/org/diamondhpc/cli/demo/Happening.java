package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.task.Candidates;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.Staging;

/** What became of a task, step by step round the ring. */
final class Happening {
    private final Story story;

    Happening(Story story) {
        this.story = story;
    }

    void tell(String step, Task task) {
        story.tell(step + " (" + task.id() + ")");
        if (task.placement() != null) {
            story.tell("② placed at " + Candidates.place(task.placement()) + " in "
                    + Humane.duration(task.duration("/durations/placing")) + ": "
                    + Style.harmless(Humane.orDash(task.placement().why())));
        }
        staged(task);
        job(task);
        collected(task);
        if (task.reason() != null) {
            story.tell("✗ " + task.state() + ": " + task.reason() + ": " + Style.harmless(Humane.orDash(task.detail()))
                    + " — " + Humane.orDash(task.text("/problem/whatToDo")));
        }
        kept(step, task);
    }

    private void staged(Task task) {
        Staging staging = task.object("/staging", Staging.class);
        if (staging != null) {
            long size = staging.files().stream().mapToLong(Staging.StagedFile::size).sum();
            story.tell("③ " + staging.files().size() + " input files, " + Humane.size(size) + ", there in "
                    + Humane.duration(staging.took()) + " by " + Humane.orDash(staging.mover()) + "; "
                    + (staging.bytes() == 0 ? "they lay there already"
                            : Humane.size(staging.bytes()) + " moved, every checksum equal at both ends"));
        }
    }

    private void job(Task task) {
        if (task.job() != null) {
            List<String> nodes = task.list("/nodes", JsonNode::asText);
            story.tell("④⑤ job " + task.job() + " on " + task.site() + (nodes.isEmpty() ? ""
                    : ", node " + String.join(",", nodes)) + ": waited "
                    + Humane.duration(task.duration("/durations/queued")) + ", ran "
                    + Humane.duration(task.duration("/durations/running")) + ", ended "
                    + Humane.orDash(task.text("/outcome/end")));
        }
    }

    private void collected(Task task) {
        List<CollectedOutput> left = task.outputs();
        if (!left.isEmpty()) {
            story.tell("⑥ left " + left.size() + " files, " + Humane.size(left.stream()
                    .mapToLong(CollectedOutput::size).sum()) + ", catalogued in its workspace");
        }
    }

    private void kept(String step, Task task) {
        ObjectNode told = story.json().withArray("steps").addObject().put("step", step);
        told.set("task", task.json());
    }
}
