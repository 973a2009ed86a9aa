package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.Leg;
import org.diamondhpc.schemas.task.Replica;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was seen of sites, small operations there, and transfers between them. */
@QuarkusTest
class SitesTest extends GatewayTest {
    @Inject
    PlayedServices services;

    @BeforeEach
    void seen() {
        snapshot(site("alpha", "alice"));
        await().until(() -> alice.get("/v1/sites/alpha").status() == 200);
    }

    @Test
    void siteIsSeenByItsTenantsOnly() {
        JsonNode all = alice.get("/v1/sites").json().path("items");

        assertThat(all.findValuesAsText("id")).contains("alpha");
        JsonNode alpha = alice.get("/v1/sites/alpha").json();
        assertThat(alpha.path("health").path("state").asText()).isEqualTo("UP");
        assertThat(alpha.path("partitions").get(0).path("coresFree").asInt()).isEqualTo(12);
        assertThat(alpha.path("age").asText()).startsWith("PT");
        assertThat(alpha.path("users").get(0).asText()).isEqualTo("hpc-alice");
        assertThat(alice.get("/v1/sites/alpha?view=full").text()).doesNotContain("hpc-root");
        assertThat(bob.get("/v1/sites/alpha").reason()).isEqualTo("SITE_UNKNOWN");
        assertThat(bob.get("/v1/sites/alpha/files").reason()).isEqualTo("SITE_UNKNOWN");
        assertThat(bob.get("/v1/sites").json().path("items").findValuesAsText("id")).doesNotContain("alpha");
    }

    @Test
    void tombstoneRemovesASite() {
        snapshot(site("gone", "alice"));
        await().until(() -> alice.get("/v1/sites/gone").status() == 200);

        tombstone("gone");

        await().until(() -> alice.get("/v1/sites/gone").status() == 404);
    }

    @Test
    void whileSitesAreSeenForTheFirstTimeAnotherOneMayYetBeThere() {
        SiteSnapshot seen = site("newborn", "alice");
        String task = """
                {"executable": "/bin/cat", "inputs": [{"from": "mars:/x", "to": "x"}]}""";
        snapshot(seen.withHealth(new SiteHealth(SiteHealth.State.UNKNOWN, Instant.now(), null)));
        await().until(() -> alice.get("/v1/sites/newborn").status() == 200);

        Api.Reply early = alice.post("/v1/tasks", task);
        snapshot(seen);
        await().until(() -> alice.get("/v1/sites/newborn").json().at("/health/state").asText().equals("UP"));
        Api.Reply later = alice.post("/v1/tasks", task);

        assertThat(early.status()).as(early.text()).isEqualTo(503);
        assertThat(early.reason()).isEqualTo("INTERNAL_UNAVAILABLE");
        assertThat(early.header("retry-after")).isEqualTo("5");
        assertThat(later.status()).as(later.text()).isEqualTo(422);
        tombstone("newborn");
    }

    @Test
    void planIsAskedOfDiscovery() {
        services.play(SiteRequest.PlanPlacement.class, request -> new SiteReply.Plan(null, List.of(),
                Problem.of(Reason.PLACEMENT_INFEASIBLE, "for " + request.tenant() + ": " + request.order().spec().name())));

        Api.Reply plan = alice.post("/v1/placements", SLEEP);
        Api.Reply dry = alice.post("/v1/tasks?dryRun=true", SLEEP);

        assertThat(plan.status()).as(plan.text()).isEqualTo(200);
        assertThat(plan.json().path("problem").path("detail").asText()).isEqualTo("for alice: nap");
        assertThat(dry.json()).isEqualTo(plan.json());
        assertThat(alice.post("/v1/placements", "{}").status()).isEqualTo(422);
    }

    @Test
    void filesOfASiteAreLookedAtAndChanged() {
        services.play(SiteRequest.ListFiles.class, r -> new SiteReply.Listing(r.path(), List.of(), null));
        services.play(SiteRequest.StatFile.class, r -> {
            throw DiamondException.of(Reason.SITE_NO_SUCH_FILE, r.path());
        });
        services.play(SiteRequest.MakeDirectory.class, r -> new SiteReply.Done(r.path()));
        services.play(SiteRequest.DeleteFile.class, r ->
                new SiteReply.Failed(Problem.of(Reason.SITE_PERMISSION_DENIED, r.path())));

        assertThat(alice.get("/v1/sites/alpha/files?path=/scratch/a").json().path("path").asText())
                .isEqualTo("/scratch/a");
        assertThat(alice.get("/v1/sites/alpha/files?op=stat&path=~/x").status()).isEqualTo(404);
        assertThat(alice.post("/v1/sites/alpha/files", "{\"op\": \"MKDIR\", \"path\": \"~/new\"}").status())
                .isEqualTo(200);
        assertThat(alice.send("DELETE", "/v1/sites/alpha/files?path=/etc", null).status()).isEqualTo(403);
        for (String bad : new String[] {"../x", "/a/../b", "@/attempts", "/a%00", "relative"}) {
            assertThat(alice.get("/v1/sites/alpha/files?path=" + bad).reason()).as(bad).isEqualTo("INVALID_PATH");
        }
        assertThat(api("viewer-token").post("/v1/sites/alpha/files", "{\"op\": \"MKDIR\", \"path\": \"~/n\"}")
                .status()).isEqualTo(403);
    }

    @Test
    void aFinishedLoginIsFollowedByALook() {
        Set<SiteId> looked = ConcurrentHashMap.newKeySet();
        services.play(SiteRequest.Login.class, r -> r.step() == null
                ? new SiteReply.Prompts("s1", "", List.of(new SiteReply.Prompt("Code: ", false)), "key")
                : new SiteReply.Done("logged in"));
        services.play(SiteRequest.RefreshSite.class, r -> {
            looked.add(r.site());
            return new SiteReply.Seen(site("alpha", "alice"));
        });

        Api.Reply begun = alice.post("/v1/sites/alpha/login", "{}");
        boolean early = !looked.isEmpty();
        Api.Reply done = alice.post("/v1/sites/alpha/login", "{\"step\": \"s1\", \"answers\": \"sealed\"}");

        assertThat(begun.json().path("kind").asText()).isEqualTo("prompts");
        assertThat(early).isFalse();
        assertThat(done.json().path("kind").asText()).isEqualTo("done");
        await().untilAsserted(() -> assertThat(looked).containsExactly(new SiteId("alpha")));
    }

    @Test
    void silentSiteIsATimeout() {
        services.silence(SiteRequest.RefreshSite.class);

        Api.Reply reply = alice.post("/v1/sites/alpha/refresh", "");

        assertThat(reply.status()).isEqualTo(504);
        assertThat(reply.reason()).isEqualTo("SITE_TIMEOUT");
    }

    @Test
    void logIsReadFromTheAttemptAlsoWhileItRuns() {
        services.play(SiteRequest.TailFile.class, r -> new SiteReply.Content(r.path(), 100,
                Base64.getEncoder().encodeToString(r.path().getBytes(StandardCharsets.UTF_8)), 400, false));
        String task = submit(SLEEP);
        assertThat(alice.get("/v1/tasks/" + task + "/logs/stdout").reason()).isEqualTo("INVALID_STATE");
        Steps steps = steps(task);
        say(List.of(steps.placed(), steps.staged(), steps.submitted(), steps.started()));
        awaitState(task, "RUNNING");

        Api.Reply log = alice.get("/v1/tasks/" + task + "/logs/stderr?offset=100");

        assertThat(log.status()).as(log.text()).isEqualTo(200);
        assertThat(log.text()).isEqualTo("@/attempts/alice/" + task + ".1/stderr");
        assertThat(log.header("x-next-offset")).isEqualTo(String.valueOf(100 + log.text().length()));
        assertThat(log.header("x-size")).isEqualTo("400");
        assertThat(alice.get("/v1/tasks/" + task + "/logs/stdin").status()).isEqualTo(400);
    }

    @Test
    void waitingJobIsHeld() {
        services.play(SiteRequest.HoldJob.class, r -> new SiteReply.Done("held " + r.jobId()));
        String task = submit(SLEEP);
        Steps steps = steps(task);
        say(List.of(steps.placed(), steps.staged(), steps.submitted()));
        awaitState(task, "QUEUED");

        assertThat(alice.post("/v1/tasks/" + task + "/hold", "").json().path("detail").asText())
                .isEqualTo("held 41");
    }

    @Test
    void transferIsFollowedToTheCatalogue() {
        String ws = "t" + UUID.randomUUID().toString().substring(0, 8);
        Api.Reply asked = alice.post("/v1/transfers", """
                {"items": [{"from": "alpha:/data/x", "to": "ws://%s/x"}]}""".formatted(ws));
        assertThat(asked.status()).as(asked.text()).isEqualTo(202);
        String id = asked.json().path("id").asText();
        String session = session();
        alice.post("/v1/sessions/" + session + "/waits", "{\"transfers\": [\"" + id + "\"]}");
        TransferId transfer = new TransferId(id);
        TenantId tenant = new TenantId("alice");
        String sha = "b".repeat(64);

        ring.say(new TransferEvent.TransferProgressed(transfer, tenant, "sftp", 0, 1, 5, 10L, null, null,
                "mars has no Globus collection", null));
        ring.say(new TransferEvent.TransferFinished(transfer, tenant, "sftp", List.of(new TransferEvent.Done(
                "alpha:/data/x", Replica.inStore(sha), "ws://" + ws + "/x", 10, sha)), 10, Instant.now(),
                List.of(new Leg(new SiteId("alpha"), null, "sftp", 1, 10, Duration.ofSeconds(2), null)), List.of("a note")));

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(alice.get("/v1/transfers/" + id).json()
                .path("state").asText()).isEqualTo("SUCCEEDED"));
        assertThat(alice.get("/v1/workspaces/" + ws + "/files/x?view=facts").json().path("sha256").asText())
                .isEqualTo(sha);
        assertThat(alice.get("/v1/sessions/" + session + "/wakes").json().path("items").get(0).path("digest")
                .path("transfers").get(0).path("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(alice.get("/v1/transfers/" + id + "/events").json().path("items")).hasSize(3);
        assertThat(bob.get("/v1/transfers/" + id).status()).isEqualTo(404);
        assertThat(alice.post("/v1/transfers/" + id + "/cancel", "").status()).isEqualTo(202);
    }

    @Test
    void badTransferIsRefusedWithAllItsErrors() {
        Api.Reply reply = alice.post("/v1/transfers", """
                {"items": [{"from": "ws://none/x", "to": "alpha:/x"}, {"from": "mars:/x", "to": "nonsense"}]}""");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().path("violations").findValuesAsText("pointer"))
                .containsExactly("/items/0/from", "/items/1/from", "/items/1/to");
    }

    private void snapshot(SiteSnapshot snapshot) {
        ring.say(Topics.SITE_SNAPSHOTS.topic(), snapshot.site().value(), "org.diamondhpc.site.snapshot.v1",
                "e-" + UUID.randomUUID().toString().replace("-", ""), snapshot);
    }

    private void tombstone(String site) {
        ring.say(Topics.SITE_SNAPSHOTS.topic(), site, "org.diamondhpc.site.snapshot.v1",
                "e-" + UUID.randomUUID().toString().replace("-", ""), null);
    }

    private static SiteSnapshot site(String id, String tenant) {
        return new SiteSnapshot(new SiteId(id), "a cluster", "slurm", "24.11", Instant.now(),
                new SiteHealth(SiteHealth.State.UP, Instant.now(), null),
                List.of(new PartitionState("cpu", true, true, "UP", Duration.ofHours(1), null, 1, null, null, null,
                        null, null, null, null, 1, false, false)),
                List.of(new NodeGroup(List.of("n1", "n2"), List.of("cpu"), 8, 6, 16000, 12000, null, 0, 0, null,
                        "x86_64", true, "MIXED")), List.of(), false,
                List.of(new AccountLimits(List.of(tenant), "hpc-" + tenant, null, 1, 2),
                        new AccountLimits(List.of("root"), "hpc-root", null, 0, 0)),
                List.of(), Map.of("gcc", "13"), Map.of(), null);
    }
}
