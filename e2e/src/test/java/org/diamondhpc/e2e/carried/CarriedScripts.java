package org.diamondhpc.e2e.carried;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Wait;

/** All scripts of the collection, translated for one cluster, submitted there at once and judged; what is wrong is listed. */
public final class CarriedScripts {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    /**
     * How a request that the cluster is too small for is submitted: with options of the script's own submit command.
     *
     * @param asks what it asks for then
     */
    public record Shrunk(List<String> command, Map<String, String> asks) {
    }

    private final Stage stage;
    private final Ground ground;
    private final Map<String, Original> originals = new LinkedHashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final ByHand hand;

    /** @param more scripts beside the collection, in its form */
    public CarriedScripts(Stage stage, Ground ground, String... more) {
        this.stage = stage;
        this.ground = ground;
        Path collection = Stage.checkout().resolve("site/src/test/resources/org/diamondhpc/site/scheduler/script");
        this.hand = new ByHand(stage.testbed(), ground, collection);
        Original.all(collection).forEach(o -> check(o.title(), originals.put(o.title(), o) == null, "is there twice"));
        for (String one : more) {
            Original o = Original.read("flux", one);
            originals.put(o.title(), o);
        }
    }

    /** What is not as it must be; empty where every script ran well that is not in {@code cannot}. */
    public List<String> run(Map<String, String> cannot, Map<String, Shrunk> shrunk) {
        unknown(cannot.keySet());
        unknown(shrunk.keySet());
        Map<String, Original> carried = new TreeMap<>();
        Map<String, String> scripts = new TreeMap<>();
        originals.forEach((title, original) -> translate(original, cannot.get(title), shrunk.get(title)).forEach((o, script) -> {
            carried.put(o.folder(), o);
            scripts.put(o.folder(), script);
        }));
        Map<String, ByHand.Answer> answers = hand.submit(scripts);
        try {
            carried.forEach((folder, o) -> check(o.title(), answers.containsKey(folder) && answers.get(folder).accepted(),
                    "the submission said " + answers.get(folder) + "\n" + scripts.get(folder)));
            carried.keySet().removeIf(folder -> !answers.containsKey(folder) || !answers.get(folder).accepted());
            await(carried, answers);
            Map<String, String> files = hand.files();
            String greeting = hand.greeting();
            files.replaceAll((file, text) -> text.startsWith(greeting) ? text.substring(greeting.length()) : text);
            carried.forEach((folder, o) -> judge(o, answers.get(folder), files, scripts.get(folder)));
        } finally {
            hand.cleanUp();
        }
        System.out.printf("%s: %d scripts, %d of them ran there%n", ground.site(), originals.size(), carried.size());
        return wrong;
    }

    private void unknown(Set<String> titles) {
        titles.forEach(title -> check(title, originals.containsKey(title), "is in a table, but not in the collection"));
    }

    private void check(String title, boolean well, String what) {
        if (!well) {
            wrong.add(title + ": " + what);
        }
    }

    /** The script to submit, with what it asks for; none where it is refused. */
    private Map<Original, String> translate(Original original, String cannot, Shrunk shrunk) {
        String title = original.title();
        Original asked = shrunk == null ? original : original.asking(shrunk.asks());
        check(title, ground.size().holds(original) == (shrunk == null), "a request is shrunk where it is larger than the site");
        check(title, ground.size().holds(asked), "asks for more than there is");
        Translation made = Translation.of(stage.demo(), original, shrunk == null ? List.of() : shrunk.command(), ground.site());
        if (made.script() == null) {
            check(title, made.refused().keySet().equals(cannot == null ? Set.of() : Set.of(cannot)), "refused for " + made.refused());
            return Map.of();
        }
        check(title, cannot == null, "is said not to run there, and could");
        made.unsaid(asked, ground).forEach(u -> check(title, false, u));
        return Map.of(asked, made.script());
    }

    private void await(Map<String, Original> carried, Map<String, ByHand.Answer> answers) {
        Set<String> waiting = new TreeSet<>(carried.keySet());
        try {
            Wait.until(PATIENCE, () -> "have not ended: " + waiting, () -> {
                ground.look(stage.cluster(ground.site()));
                waiting.removeIf(folder -> ground.ended(answers.get(folder).job()).keySet()
                        .containsAll(carried.get(folder).elements()));
                Wait.pause(BETWEEN);
                return waiting.isEmpty();
            });
        } catch (AssertionError late) {
            waiting.forEach(folder -> check(carried.get(folder).title(), false, "did not end in " + PATIENCE));
        }
    }

    private void judge(Original o, ByHand.Answer answer, Map<String, String> files, String script) {
        Map<String, Map<String, String>> ended = ground.ended(answer.job());
        check(o.title(), ended.keySet().equals(Set.copyOf(o.elements())), "wanted the elements " + o.elements() + ", ended are "
                + ended.keySet());
        if (o.asksFor("atOnce") && answer.atOnce() != null) {
            check(o.title(), o.asks().get("atOnce").equals(answer.atOnce()), "runs at once: " + answer.atOnce());
        }
        Map<String, String> wanted = ground.wanted(o);
        ended.forEach((element, seen) -> {
            wanted.forEach((what, value) -> check(o.title(), value.equals(seen.get(what)),
                    "%s: wanted %s, the scheduler says %s".formatted(what, value, seen.get(what))));
            String file = o.folder() + "/" + ground.output(o, answer.job(), element);
            check(o.title(), o.prints(element).equals(files.get(file)), "wanted %s, printed %s and %s\n%s".formatted(
                    o.prints(element), files.get(file), files.get(file.replaceFirst("\\.o(\\d+)", ".e$1")), script));
        });
    }
}
