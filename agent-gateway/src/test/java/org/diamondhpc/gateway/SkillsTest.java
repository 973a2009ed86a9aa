package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Verdict;
import org.junit.jupiter.api.Test;

/** Every skill against real servers: its answer fulfils its schema, and its effect is the feature's. */
@QuarkusTest
class SkillsTest extends SkillsCase {
    @Test
    void theCatalogueIsServed() {
        JsonNode all = alice.get("/v1/skills").json().path("items");
        JsonNode one = alice.get("/v1/skills/submit-task").json();

        assertThat(all.findValuesAsText("name")).contains("find_resources", "submit_task", "session");
        assertThat(one.path("name").asText()).isEqualTo("submit_task");
        assertThat(one.at("/input/properties/spec/properties/executable/type").asText()).isEqualTo("string");
        assertThat(one.path("guide").asText()).contains("do not poll");
        assertThat(alice.get("/v1/skills/make_coffee").status()).isEqualTo(404);
        assertThat(api(null).get("/v1/skills").status()).isEqualTo(401);
    }

    @Test
    void aTaskGoesFromSubmissionToItsResultInThreeCalls() {
        String session = opened();
        String task = submitted("\"session\": \"" + session + "\"");
        JsonNode parked = call("park", "{\"session\": \"%s\", \"tasks\": [\"%s\"], \"note\": \"go on\"}"
                .formatted(session, task));
        say(steps(task).all(JobEnd.COMPLETED));

        JsonNode woken = call("wait_for_events", "{\"session\": \"" + session + "\", \"seconds\": 20}");

        assertThat(parked.at("/wait/state").asText()).isEqualTo("OPEN");
        assertThat(woken.at("/wakes/0/digest/tasks/0/state").asText()).isEqualTo("SUCCEEDED");
        assertThat(woken.at("/wakes/0/digest/note").asText()).isEqualTo("go on");
        JsonNode seen = call("wait_for_events", woken.at("/next/0/input").toString());
        assertThat(seen.path("wakes")).isEmpty();
        JsonNode got = call("get_task", "{\"task\": \"%s\", \"include\": [\"timings\", \"placement\", \"spec\"]}"
                .formatted(task));
        assertThat(got.at("/task/exitCode").asInt(-1)).isZero();
        assertThat(got.at("/spec/name").asText()).isEqualTo("nap");
        assertThat(got.at("/task/runSeconds").asLong()).isEqualTo(60);
    }

    @Test
    void submissionMayWaitForTheEnd() throws Exception {
        var later = CompletableFuture.supplyAsync(() ->
                call("submit_task", spec("{\"executable\": \"true\", \"name\": \"quick\"}", "\"waitSeconds\": 20"),
                        "Idempotency-Key", "quick"));
        String[] task = new String[1];
        await().until(() -> {
            task[0] = alice.get("/v1/tasks?name=quick").json().at("/items/0/id").asText(null);
            return task[0] != null;
        });
        say(steps(task[0]).all(JobEnd.COMPLETED));

        JsonNode answer = later.get(15, TimeUnit.SECONDS);

        assertThat(answer.at("/task/state").asText()).isEqualTo("SUCCEEDED");
        assertThat(answer.path("summary").asText()).contains("quick SUCCEEDED");
    }

    @Test
    void sameKeyMakesOneTaskWhateverTheOrderOfMembers() {
        String key = UUID.randomUUID().toString();
        Api.Reply first = alice.post("/v1/skills/submit_task", spec(SLEEP, "\"waitSeconds\": 0"),
                "Idempotency-Key", key);

        Api.Reply second = alice.post("/v1/skills/submit-task", "{\"waitSeconds\": 0, \"spec\": " + SLEEP + "}",
                "Idempotency-Key", key);

        assertThat(second.json()).isEqualTo(first.json());
        assertThat(second.header("idempotent-replayed")).isEqualTo("true");
        assertThat(alice.post("/v1/skills/submit_task", spec(SLEEP.replace("nap", "other"), ""),
                "Idempotency-Key", key).reason()).isEqualTo("INVALID_IDEMPOTENCY_KEY");
    }

    @Test
    void allErrorsOfAnInputComeAtOnceWithWhatToDo() {
        seen("skilled");
        Api.Reply form = alice.post("/v1/skills/submit_task", "{\"spec\": {\"executable\": 7}, \"waitSeconds\": 600}");
        Api.Reply sense = alice.post("/v1/skills/submit_task",
                "{\"spec\": {\"resources\": {\"memory\": \"lots\"}, \"executable\": \"x\"}}");
        Api.Reply names = alice.post("/v1/skills/submit_task", spec("""
                {"executable": "x", "inputs": [{"from": "ws://none/such"}, {"from": "nowhere:/x"}]}""", ""));

        assertThat(form.status()).isEqualTo(400);
        assertThat(form.json().path("violations").findValuesAsText("pointer")).contains("/spec/executable",
                "/waitSeconds");
        assertThat(form.json().path("whatToDo").asText()).isNotEmpty();
        assertThat(sense.reason()).isEqualTo("INVALID_SPEC");
        assertThat(sense.json().at("/violations/0/pointer").asText()).isEqualTo("/spec/resources/memory");
        assertThat(names.json().path("violations").findValuesAsText("pointer"))
                .containsExactly("/spec/inputs/0/from", "/spec/inputs/1/from");
    }

    @Test
    void hostileInputIsRefusedWithoutAnError() {
        for (String input : List.of("[]", "7", "\"x\"", "{\"path\": \"ws://a/../b\"}", "{\"path\": \"../x:/y\"}",
                "{\"path\": \"alpha:/a\\u0000\"}", "{\"path\": \"ws://a/\\ud800\"}", "{\"path\": \"nothing\"}")) {
            Api.Reply reply = alice.post("/v1/skills/read_file", input);

            assertThat(reply.status()).as(input + reply.text()).isBetween(400, 422);
        }
        assertThat(alice.post("/v1/skills/list_tasks", "{\"name\": \"a\\u0000\"}").status()).isEqualTo(400);
        assertThat(alice.post("/v1/skills/notes", "{\"key\": \"a\", \"text\": \"\\u0000\"}").status()).isEqualTo(400);
        assertThat(alice.post("/v1/skills/list_files", "{\"path\": \"ws://a/\\u0000\"}").reason())
                .isEqualTo("INVALID_PATH");
    }

    @Test
    void viewerLooksAndDoesNotTouch() {
        Api viewer = api("viewer-token");
        String session = opened();

        assertThat(call(viewer, "list_tasks", "{\"limit\": 1}").has("tasks")).isTrue();
        assertThat(call(viewer, "wait_for_events", "{\"session\": \"" + session + "\"}").path("wakes")).isEmpty();
        assertThat(viewer.post("/v1/skills/submit_task", spec(SLEEP, "")).reason()).isEqualTo("AUTH_FORBIDDEN");
        assertThat(viewer.post("/v1/skills/put_file", "{\"path\": \"ws://a/b\", \"text\": \"x\"}").status())
                .isEqualTo(403);
        assertThat(viewer.post("/v1/skills/wait_for_events", "{\"session\": \"" + session
                + "\", \"acknowledge\": 0}").status()).isEqualTo(403);
    }

    @Test
    void anotherTenantsSessionAndTaskDoNotExist() {
        String session = opened();
        String task = submitted("");

        assertThat(bob.post("/v1/skills/list_tasks", "{\"session\": \"" + session + "\"}").status()).isEqualTo(404);
        assertThat(bob.post("/v1/skills/get_task", "{\"task\": \"" + task + "\"}").status()).isEqualTo(404);
        assertThat(bob.post("/v1/skills/session", "{\"session\": \"" + session + "\"}").status()).isEqualTo(404);
        assertThat(alice.get("/v1/sessions/" + session + "/events").json().path("items")).hasSize(1);
    }

    @Test
    void callsAreInTheSessionsJournalWithTheirDurationButWithoutSecrets() {
        String session = opened();
        call("submit_task", spec("{\"executable\": \"x\", \"environment\": {\"TOKEN\": \"s3cret\"}}",
                "\"session\": \"" + session + "\""));
        alice.post("/v1/skills/get_task", "{\"session\": \"" + session + "\", \"task\": \"t-00000000none\"}");

        JsonNode all = alice.get("/v1/sessions/" + session + "/events").json().path("items");

        assertThat(all).hasSize(3);
        assertThat(all.toString()).doesNotContain("s3cret").contains("TOKEN");
        assertThat(all.get(1).at("/body/skill").asText()).isEqualTo("submit_task");
        assertThat(Duration.parse(all.get(1).at("/body/duration").asText())).isPositive();
        assertThat(all.get(2).at("/body/reason").asText()).isEqualTo("INVALID_NOT_FOUND");
        assertThat(alice.get("/v1/sessions/" + session + "/events?after=2").json().path("items")).hasSize(1);
    }

    @Test
    void sessionIsHandedOverWithAllThatIsNeeded() {
        String session = call("session", """
                {"title": "study", "context": {"goal": "3 runs"}, "notes": {"done": 1}}""").at("/session/id").asText();
        String task = submitted("\"session\": \"" + session + "\"");
        call("park", "{\"session\": \"" + session + "\", \"tasks\": [\"" + task + "\"]}");
        say(steps(task).all(JobEnd.FAILED));
        awaitState(task, "FAILED");

        JsonNode taken = call("session", "{\"session\": \"" + session + "\", \"notes\": {\"done\": 2, \"x\": null}}");

        assertThat(taken.at("/session/context/goal").asText()).isEqualTo("3 runs");
        assertThat(taken.at("/session/notes")).isEqualTo(json("{\"done\": 2}"));
        assertThat(taken.at("/tasks/0/reason").asText()).isEqualTo("SCHEDULER_JOB_FAILED");
        assertThat(taken.at("/wakes/0/number").asInt()).isEqualTo(1);
        assertThat(taken.at("/waits/0/state").asText()).isEqualTo("FULFILLED");
        assertThat(taken.path("calls").findValuesAsText("skill")).containsExactly("session", "submit_task", "park");
        assertThat(call("session", "{\"session\": \"" + session + "\", \"close\": true}").at("/session/state")
                .asText()).isEqualTo("CLOSED");
        assertThat(alice.post("/v1/skills/session", "{\"session\": \"" + session + "\", \"context\": {}}").json()
                .at("/violations/0/pointer").asText()).isEqualTo("/context");
    }

    @Test
    void parkingOpensASessionWhereThereIsNone() {
        String task = submitted("");

        JsonNode parked = call("park", "{\"tasks\": [\"" + task + "\"], \"timeoutSeconds\": 3600}");
        JsonNode given = call("park", "{\"session\": \"%s\", \"cancelWait\": \"%s\"}".formatted(
                parked.path("session").asText(), parked.at("/wait/id").asText()));

        assertThat(parked.path("summary").asText()).contains("1 thing", "60 min");
        assertThat(given.at("/wait/state").asText()).isEqualTo("CANCELLED");
        assertThat(alice.post("/v1/skills/park", "{}").status()).isEqualTo(400);
        assertThat(alice.post("/v1/skills/park", "{\"tasks\": [\"t-00000000none\"]}").status()).isEqualTo(400);
    }

    @Test
    void eventsOfATaskAreToldInWords() {
        String task = submitted("");
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");

        JsonNode events = call("wait_for_events", "{\"task\": \"" + task + "\", \"after\": 1, \"limit\": 3}");

        assertThat(events.path("events")).hasSize(3);
        assertThat(events.at("/events/0/said").asText()).contains("at alpha", "partition cpu");
        assertThat(events.path("after").asInt()).isEqualTo(4);
    }

    @Test
    void taskIsCancelledAndRetried() {
        String task = submitted("");
        JsonNode asked = call("cancel_task", "{\"task\": \"" + task + "\", \"why\": \"wrong input\"}");
        Steps steps = steps(task);
        ring.say(new TaskEvent.TaskCancelled(steps.order().task(), steps.order().tenant(), "discovery-svc"));
        awaitState(task, "CANCELLED");

        JsonNode again = call("retry_task", "{\"task\": \"" + task + "\"}");

        assertThat(asked.at("/task/cancelRequested").asBoolean()).isTrue();
        assertThat(again.at("/task/retryOf").asText()).isEqualTo(task);
        assertThat(alice.post("/v1/skills/retry_task", "{\"task\": \"" + again.at("/task/id").asText() + "\"}")
                .reason()).isEqualTo("INVALID_STATE");
        JsonNode listed = call("list_tasks", "{\"states\": [\"CANCELLED\"], \"name\": \"nap\", \"limit\": 100}");
        assertThat(listed.path("tasks").findValuesAsText("id")).contains(task);
    }

    @Test
    void resourcesAreFoundAndAPlanIsMade() {
        seen("skilled");
        services.play(SiteRequest.PlanPlacement.class, r -> new SiteReply.Plan(null,
                IntStream.range(0, 15).mapToObj(i -> new Candidate(new SiteId("skilled"), "p" + i,
                        Verdict.BUSY, "it waits", new Prediction(Duration.ofSeconds(i), Duration.ZERO, Duration.ZERO,
                        Duration.ZERO, Duration.ofMinutes(1)), null)).toList(),
                Problem.of(Reason.PLACEMENT_INFEASIBLE, "no site has it")));

        JsonNode found = call("find_resources", "{\"site\": \"skilled\", \"detail\": \"full\"}");
        JsonNode brief = call("find_resources", "{\"usableOnly\": true, \"limit\": 1}");
        JsonNode plan = call("plan_placement", spec(SLEEP, ""));
        JsonNode dry = call("submit_task", spec(SLEEP, "\"dryRun\": true"));

        assertThat(found.at("/sites/0/cores").asInt()).isEqualTo(64);
        assertThat(found.at("/sites/0/coresFree").asInt()).isEqualTo(48);
        assertThat(found.at("/sites/0/partitions")).hasSize(2);
        assertThat(brief.at("/sites/0").has("partitions")).isFalse();
        assertThat(plan.at("/plan/candidates")).hasSize(12);
        assertThat(plan.at("/plan/candidatesOmitted").asInt()).isEqualTo(3);
        assertThat(plan.path("summary").asText()).startsWith("PLACEMENT_INFEASIBLE");
        assertThat(dry.path("plan")).isEqualTo(plan.path("plan"));
        assertThat(call("find_resources", "{\"gpuType\": \"h100\"}").path("sites")).isEmpty();
        assertThat(alice.post("/v1/skills/find_resources", "{\"site\": \"none\"}").reason()).isEqualTo("SITE_UNKNOWN");
    }

    @Test
    void aScriptOfAnotherSchedulerIsTranslatedOnBothEdges() {
        services.play(SiteRequest.TranslateScript.class, r -> new SiteReply.Translated("slurm",
                new SpecReader().readYaml("{script: 'echo ' , queue: debug}").spec(),
                List.of(new ScriptNote(ScriptNote.Kind.RISK, "line 2", r.command() + " " + r.keep() + " " + r.site())),
                r.script()));

        JsonNode told = call("translate_script", """
                {"script": "#SBATCH -n 1", "command": ["sbatch", "-N2"], "keep": ["QUEUE"], "site": "beta"}""");
        Api.Reply rest = alice.post("/v1/translations", "{\"script\": \"#SBATCH -n 1\"}");

        assertThat(told.at("/notes/0/text").asText()).isEqualTo("[sbatch, -N2] [QUEUE] beta");
        assertThat(told.at("/spec/queue").asText()).isEqualTo("debug");
        assertThat(told.at("/next/0/skill").asText()).isEqualTo("submit_task");
        assertThat(rest.json().at("/task/queue").asText()).isEqualTo("debug");
        assertThat(alice.post("/v1/translations", "{}").reason()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void aJobScriptIsSubmittedAsItIs() {
        seen("skilled");
        AtomicInteger translations = new AtomicInteger();
        services.play(SiteRequest.TranslateScript.class, r -> {
            translations.incrementAndGet();
            return new SiteReply.Translated("slurm", new SpecReader().readYaml(
                    "{script: 'echo ', environment: {A: '1'}, resources: {nodes: 2, duration: 7m}}").spec(),
                    List.of(new ScriptNote(ScriptNote.Kind.CHANGED, "line 2", r.command() + " " + r.keep())), null);
        });
        String input = """
                {"script": "#SBATCH -N 2", "command": ["sbatch", "-t7"], "keep": ["ACCOUNT"], "spec":
                 {"name": "carried", "environment": {"B": "2"}, "constraints": {"sites": ["skilled"]}}}""";

        JsonNode first = call("submit_task", input, "Idempotency-Key", "a-script");
        JsonNode again = call("submit_task", input, "Idempotency-Key", "a-script");
        JsonNode spec = call("get_task", "{\"task\": \"" + first.at("/task/id").asText() + "\", \"include\": [\"spec\"]}")
                .path("spec");

        assertThat(again).isEqualTo(first);
        assertThat(translations).hasValue(1);
        assertThat(first.at("/notes/0/text").asText()).isEqualTo("[sbatch, -t7] [ACCOUNT]");
        assertThat(spec.at("/resources/nodes").asInt()).isEqualTo(2);
        assertThat(spec.at("/environment").toString()).isEqualTo("{\"A\":\"1\",\"B\":\"2\"}");
        assertThat(spec.at("/constraints/sites/0").asText()).isEqualTo("skilled");
        assertThat(spec.path("name").asText()).isEqualTo("carried");
    }

    @Test
    void whatAScriptSaysIsNotSaidBesideIt() {
        Api.Reply twice = alice.post("/v1/skills/submit_task", """
                {"script": "#SBATCH -N 2", "spec": {"resources": {"nodes": 3}, "executable": "x"}}""");
        Api.Reply nothing = alice.post("/v1/skills/submit_task", "{}");

        assertThat(twice.json().path("violations").findValuesAsText("pointer"))
                .containsExactly("/spec/executable", "/spec/resources");
        assertThat(nothing.reason()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void resourcesInWordsAreReadAndAmbiguousOnesRefused() {
        JsonNode task = call("submit_task", spec("""
                {"executable": "x", "resources": "2 nodes with 4 tasks each, 1 GiB per task, half an hour"}""", ""));
        JsonNode spec = call("get_task", "{\"task\": \"" + task.at("/task/id").asText() + "\", \"include\": [\"spec\"]}")
                .path("spec");
        Api.Reply twofold = alice.post("/v1/skills/submit_task", spec("""
                {"executable": "x", "resources": {"tasks": 4, "gpu": 2, "walltime": "1:30"}}""", ""));

        assertThat(spec.at("/resources/processesPerNode").asInt()).isEqualTo(4);
        assertThat(spec.at("/resources/memory").asText()).isEqualTo("4GiB");
        assertThat(spec.at("/resources/duration").asText()).isEqualTo("PT30M");
        assertThat(twofold.reason()).isEqualTo("INVALID_SPEC");
        assertThat(twofold.json().path("violations").findValuesAsText("pointer"))
                .contains("/spec/resources/gpu");
    }
}
