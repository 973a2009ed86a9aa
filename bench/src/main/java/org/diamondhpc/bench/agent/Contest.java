package org.diamondhpc.bench.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.model.testing.ScriptedModel;

/** Gives both agents the same jobs at the same time. */
record Contest(Run run, Ground ground, ScriptedModel parks, Policy parking, ScriptedModel polls, Policy polling) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Pattern STAMP = Pattern.compile("stamp (\\d+)[.,](\\d+)");
    private static final Pattern TASK = Pattern.compile("t-[a-z0-9]{8,40}");

    List<Cost> of(List<Job> jobs, Duration pause) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            run.say(jobs.size() + " jobs for the agent that parks");
            List<Callable<Cost>> all = new ArrayList<>(jobs.stream().<Callable<Cost>>map(j -> () -> parked(j)).toList());
            List<Future<Cost>> under = new ArrayList<>(all.stream().map(threads::submit).toList());
            while (parks.questions().isEmpty()) {
                Thread.sleep(20);
            }
            run.say("and the same for the agent that polls");
            JsonNode like = parks.questions().getFirst().body();
            jobs.forEach(j -> under.add(threads.submit(() -> polled(j, like, pause))));
            List<Cost> costs = new ArrayList<>();
            for (Future<Cost> one : under) {
                costs.add(one.get());
            }
            return costs;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof BenchFailed known ? known : new BenchFailed("an agent failed", e.getCause());
        }
    }

    private Cost parked(Job job) throws InterruptedException {
        String session = ground.gateway().post("/v1/sessions", Map.of("title", "parking")).path("id").asText();
        String turn = "/v1/sessions/" + session + "/turns/" + ground.gateway().post("/v1/sessions/" + session + "/turns",
                Map.of("goal", Policy.goal(json(job.spec("parking"))))).path("number").asInt();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        JsonNode now = ground.gateway().get(turn);
        while (now.path("endedAt").isMissingNode()) {
            if (System.nanoTime() > deadline) {
                throw new BenchFailed("the parking agent is not done: " + now);
            }
            ground.gateway().get(turn + "/steps?wait=20&after=1000000&state=" + now.path("state").asText());
            now = ground.gateway().get(turn);
        }
        int wakes = ground.gateway().get("/v1/sessions/" + session).path("lastWake").asInt();
        return cost("parking", job, now.path("answer").asText(now.toString()), now.at("/used/modelCalls").asInt(), wakes,
                parking);
    }

    private Cost polled(Job job, JsonNode like, Duration pause) throws InterruptedException {
        PollingAgent.Came came = new PollingAgent(ground.gateway(), polls.address(), like, pause)
                .work(Policy.goal(json(job.spec("polling"))));
        return cost("polling", job, came.answer(), came.questions(), came.looks(), polling);
    }

    private static Cost cost(String who, Job job, String answer, int questions, int looks, Policy policy) {
        Matcher stamp = STAMP.matcher(answer);
        Matcher task = TASK.matcher(answer);
        if (!answer.contains("result " + job.result() + "\n") || !stamp.find() || !task.find()) {
            throw new BenchFailed("a wrong answer of the agent that is " + who + ": " + answer);
        }
        Instant end = instant(stamp.group(1) + "." + stamp.group(2));
        return new Cost(who, job, task.group(), questions, looks,
                Duration.between(end, policy.learned(task.group())).toNanos() / 1e6);
    }

    private static Instant instant(String seconds) {
        long micros = new BigDecimal(seconds).movePointRight(6).longValue();
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
