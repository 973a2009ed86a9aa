package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.diamondhpc.cli.client.DiamondClient;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.Plan;
import org.diamondhpc.cli.client.Session;
import org.diamondhpc.cli.client.Site;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.Wake;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.task.Candidates;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;

/** Plays the agent: asks, sleeps, is woken, checks. */
final class Demo {
    private static final Duration PLACING = Duration.ofSeconds(60);
    private static final String LATEST = "160s";

    private final Shell shell;
    private final Story story;
    private final Path kept;
    private final DiamondClient client;

    /** @param kept where results stay; null: nowhere */
    Demo(Shell shell, Story story, Path kept) {
        this.shell = shell;
        this.story = story;
        this.kept = kept;
        this.client = shell.client();
    }

    boolean run() throws IOException {
        Timetable time = new Timetable(shell.now());
        Ground ground = sites();
        Session session = client.sessions().open("diamond demo", null, Intent.fresh());
        ObjectNode problem = problem();
        Plates plates = new Plates(problem);
        Steps steps = new Steps(session.id(), plates.count());
        upload(session, problem);
        time.until(shell.now(), "agent: looking, uploading");

        Task first = first(ground, steps);
        time.until(first.time("/timings/requestedAt"), "agent: planning, asking");
        if (first.site() == null) {
            return lost(first);
        }
        Task second = second(ground, steps, first);
        Sleep sleep = new Sleep(shell, story);
        Wake wake = sleep.until(session, List.of(first, second), LATEST);
        first = client.tasks().get(first.id());
        second = client.tasks().get(second.id());
        time.task(first);
        time.task(second);
        time.until(sleep.wokenAt(), "wake: from the end to the agent");
        boolean right = wake != null && results(ground, first, second, plates);
        time.until(shell.now(), "agent: fetching, checking");
        return closed(right, time, sleep, first, second);
    }

    private Ground sites() {
        story.chapter("The sites, as they are now");
        Ground ground = Ground.find(client, shell.clock());
        Table table = new Table("   SITE", "SCHEDULER", ">NODES", ">GPUS", "DESCRIPTION~");
        ground.up().forEach(s -> table.row("   " + s.id(), s.scheduler(), most(s, "nodes"), most(s, "gpus"),
                s.text("/description")));
        if (!shell.json() && !shell.quiet()) {
            table.print(shell.terminal());
        }
        ground.up().forEach(s -> story.json().withArray("sites").add(s.id().value()));
        return ground;
    }

    private static long most(Site site, String what) {
        return site.partitions().stream().mapToLong(p -> p.number("/" + what)).max().orElse(0);
    }

    /** Another spot each time, so that data of an earlier run, which lies at the sites still, is of no use. */
    private ObjectNode problem() throws IOException {
        ObjectNode problem = (ObjectNode) DiamondJson.json().readTree(Steps.resource("problem.json"));
        return problem.put("seed", ThreadLocalRandom.current().nextInt(1, 1_000_000_000));
    }

    private void upload(Session session, ObjectNode problem) throws IOException {
        story.chapter("The question");
        story.tell("Four plates of unknown material, a hot spot on each. Step one computes how the heat spreads; step"
                + " two finds out each material's diffusivity from that data alone. The agent opens session "
                + session.id() + " and uploads its programs.");
        story.json().put("session", session.id().value());
        client.files().put(DiamondJson.json().writeValueAsBytes(problem), Steps.input("problem.json"));
        for (String name : Steps.PROGRAMS) {
            client.files().put(Steps.resource(name), Steps.input(name));
        }
    }

    private Task first(Ground ground, Steps steps) {
        story.chapter("Step one: simulate, wherever it is done first");
        List<SiteId> free = new ArrayList<>(ground.kept());
        free.addAll(ground.aside());
        ObjectNode spec = steps.simulate(free);
        if (!ground.aside().isEmpty()) {
            story.tell(names(ground.stage()) + " have Globus collections, so Globus will move the data between them; "
                    + names(ground.aside()) + (ground.aside().size() == 1 ? " has" : " have") + " none and is left for later.");
        }
        if (!ground.kept().isEmpty()) {
            story.tell("Only " + ground.kept().getFirst() + " of them has GPUs; step one leaves it to step two.");
        }
        Plan plan = client.tasks().plan(spec);
        if (!shell.json() && !shell.quiet()) {
            Candidates.table(shell, plan.candidates(), plan.chosen()).print(shell.terminal());
        }
        Task asked = client.tasks().submit(spec, Intent.fresh());
        Task placed = client.tasks().until(asked.id(), PLACING, t -> t.site() != null);
        placedStory("simulate", placed);
        return placed;
    }

    private Task second(Ground ground, Steps steps, Task first) {
        SiteId taken = new SiteId(first.site());
        boolean gpu = ground.gpuBeside(taken);
        story.chapter("Step two: analyse" + (gpu ? " on a GPU" : "") + ", on another site");
        List<SiteId> not = new ArrayList<>(List.of(taken));
        not.addAll(ground.aside());
        Task second = client.tasks().submit(steps.analyse(first, not, gpu), Intent.fresh());
        story.tell("Task " + second.id() + " must not run on " + taken + (gpu ? ", needs a GPU" : "")
                + " and waits for step one; Diamond places it when the data is there.");
        return second;
    }

    private static String names(List<SiteId> sites) {
        return sites.stream().map(SiteId::value).collect(Collectors.joining(", "));
    }

    private void placedStory(String step, Task task) {
        if (task.placement() != null) {
            story.tell("Task " + task.id() + " went to " + Candidates.place(task.placement()) + ": "
                    + Humane.orDash(task.placement().why()));
        }
    }

    private boolean results(Ground ground, Task first, Task second, Plates plates) throws IOException {
        story.chapter("What happened");
        new Happening(story).tell("simulate", first);
        new Happening(story).tell("analyse", second);
        if (!first.succeeded() || !second.succeeded()) {
            story.check("both steps succeeded", false);
            return false;
        }
        // before anything is fetched: what Diamond holds itself goes to no site from another
        boolean ways = new Ways(shell, story).right(ground, first, second);
        story.chapter("The results, fetched and checked");
        return new Results(shell, story, kept).right(first, second, plates) && ways;
    }

    private boolean lost(Task task) {
        new Happening(story).tell("simulate", task);
        story.verdict(false, "Step one found no place. `./diamond task " + task.id() + "` says more.");
        return false;
    }

    private boolean closed(boolean right, Timetable time, Sleep sleep, Task first, Task second) {
        story.chapter("Where the time went");
        new TimeTold(shell, story).tell(time, sleep.slept());
        client.sessions().close(sleep.session());
        story.verdict(right, right ? "The result is right to the bit. " + first.site() + " simulated, "
                + second.site() + " analysed, " + Humane.duration(time.wall()) + " altogether."
                : "The demo did not come to its right end; the story above says where.");
        return right;
    }
}
