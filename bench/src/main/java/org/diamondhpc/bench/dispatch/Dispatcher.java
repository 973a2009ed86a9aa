package org.diamondhpc.bench.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Gateway;

/** Hands requests to the skill {@code submit_task}, so many at one time, and follows each to its end. */
final class Dispatcher {
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final int SAY_EVERY = 36;

    private final Run run;
    private final Gateway gateway;
    private final List<List<?>> ended = new CopyOnWriteArrayList<>();

    Dispatcher(Run run, Gateway gateway) {
        this.run = run;
        this.gateway = gateway;
    }

    /** What Diamond says became of one. @param refusal why it took none; empty where it did */
    record Followed(Dispatch dispatch, JsonNode task, String refusal) {
    }

    /** In the order of the requests. */
    List<Followed> all(List<Dispatch> requests, int atOnce) throws InterruptedException {
        try (ExecutorService pool = Executors.newFixedThreadPool(atOnce)) {
            List<Future<Followed>> running = requests.stream().map(r -> pool.submit(() -> one(r, requests.size()))).toList();
            List<Followed> all = new ArrayList<>();
            for (Future<Followed> one : running) {
                all.add(one.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new BenchFailed("a request could not be followed: " + e.getCause(), e.getCause());
        }
    }

    /** A refusal is a result, not a failure of the benchmark. */
    private Followed one(Dispatch request, int of) throws InterruptedException {
        Followed followed;
        try {
            JsonNode answer = gateway.post("/v1/skills/submit_task", request.input());
            followed = new Followed(request, ended(answer.at("/task/id").asText()), "");
        } catch (BenchFailed refused) {
            followed = new Followed(request, null, refused.getMessage());
        }
        ended.add(List.of(request.id(), followed.refusal(), followed.task() == null ? "" : followed.task()));
        if (ended.size() % SAY_EVERY == 0) {
            run.say(ended.size() + " of " + of + " requests have ended");
            run.raw().table("answers", List.of("request", "refusal", "task"), List.copyOf(ended));
        }
        return followed;
    }

    private JsonNode ended(String id) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        JsonNode task = gateway.get("/v1/tasks/" + id);
        while (!task.hasNonNull("endedAt") && System.nanoTime() < deadline) {
            task = gateway.get("/v1/tasks/" + id + "?wait=20");
        }
        return task;
    }

    /** With the scheduler's word on the job. */
    static Outcome judged(Followed followed, Witnesses witnesses) {
        Dispatch d = followed.dispatch();
        if (followed.task() == null) {
            return new Outcome(d, "", "", "", "REFUSED", Map.of(), Map.of(), List.of("refused: " + followed.refusal()));
        }
        JsonNode task = followed.task();
        String state = task.path("state").asText();
        String where = task.at("/job/site").asText(task.at("/placement/site").asText(""));
        String job = task.at("/job/id").asText("");
        Optional<Site> site = Site.ids().contains(where) ? Optional.of(Site.valueOf(where.toUpperCase(Locale.ROOT)))
                : Optional.empty();
        Map<String, String> expected = site.map(s -> Oracle.expected(d.wanted(), s)).orElse(Map.of());
        Map<String, String> seen = site.map(s -> witnesses.facts(s, job)).orElse(Map.of());
        List<String> wrong = new ArrayList<>(Facts.wrong(expected, seen));
        if (!state.equals("SUCCEEDED")) {
            wrong.addFirst("ended " + state + ": " + task.at("/problem/reason").asText() + " "
                    + task.at("/problem/detail").asText().replaceAll("\\s+", " "));
        }
        if (site.isEmpty() || !d.wanted().sites().contains(site.get())) {
            wrong.add("ran at \"%s\", and may at %s".formatted(where, d.wanted().sites()));
        }
        long ranks = task.path("outputs").findValuesAsText("relative").stream().filter(p -> p.startsWith("rank.")).count();
        if (d.ranks() > 0 && d.style() != Style.VERBATIM && ranks != d.ranks()) {
            wrong.add("%d processes ran, and %d were to".formatted(ranks, d.ranks()));
        }
        return new Outcome(d, task.path("id").asText(), where, job, state, expected, seen, wrong);
    }
}
