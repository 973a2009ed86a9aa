package org.diamondhpc.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.Question;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelRequested;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelled;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.event.TransferEvent.TransferStalled;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.task.Replica;
import org.junit.jupiter.api.Test;

/** Transfers an agent asks for, and questions about files. */
@QuarkusTest
class TransferServiceTest extends TransferServiceCase {
    @Test
    void transferTellsProgressStallAndEnd() throws IOException {
        byte[] bytes = random(160 << 20);
        write(beta, "data/large", bytes);
        write(beta, "data/sub/small", random(10));
        TransferRequested request = transfer(new Item("beta:~/data/", List.of(Replica.at(BETA, "~/data/")),
                Replica.at(alpha.id(), "~/copied"), "ws://w/copied", null, null));
        topic.send(request);
        topic.awaitSeen(e -> e instanceof TransferProgressed p && p.subject().equals(request.subject())
                && p.bytesDone() > 16 << 20, "progress");
        beta.network().cut();

        TransferFinished finished = topic.await(TransferFinished.class, request.subject());

        assertThat(topic.all(request.subject(), Duration.ofMillis(100))).anyMatch(TransferStalled.class::isInstance);
        assertThat(finished.done()).extracting(d -> d.logical()).containsExactlyInAnyOrder("ws://w/copied/large",
                "ws://w/copied/sub/small");
        assertThat(finished.done()).allSatisfy(d -> assertThat(d.sha256()).hasSize(64));
        assertThat(alpha.home().resolve("copied/large")).hasBinaryContent(bytes);
    }

    @Test
    void transferCanBeCancelled() throws IOException {
        write(beta, "f", random(10));
        beta.network().refuse(true);
        beta.network().cut();
        TransferRequested request = transfer(new Item("beta:~/f", List.of(Replica.at(BETA, "~/f")),
                Replica.at(alpha.id(), "~/f"), null, null, null));
        topic.send(request);
        topic.await(TransferStalled.class, request.subject());

        topic.send(new TransferCancelRequested(request.transfer(), ALICE, "alice"));

        topic.await(TransferCancelled.class, request.subject());
        beta.network().refuse(false);
        assertThat(topic.all(request.subject(), Duration.ofSeconds(2))).noneMatch(TransferFinished.class::isInstance);
    }

    @Test
    void filesAreAnsweredFor() throws Exception {
        write(alpha, "dir/a", "hello".getBytes(StandardCharsets.UTF_8));
        write(alpha, "dir/b", random(10));
        write(alpha, "dir/c", random(10));

        SiteReply.Listing page = (SiteReply.Listing) ask(new SiteRequest.ListFiles(ALICE, alpha.id(), "~/dir", null, 2));
        SiteReply.Listing rest = (SiteReply.Listing) ask(new SiteRequest.ListFiles(ALICE, alpha.id(), "~/dir", page.next(), 2));
        SiteReply.Content content = (SiteReply.Content) ask(new SiteRequest.ReadFile(ALICE, alpha.id(), "~/dir/a", 1, 3));
        SiteReply.Content tail = (SiteReply.Content) ask(new SiteRequest.TailFile(ALICE, alpha.id(), "~/dir/a", 2, null));
        SiteReply.Claimed claimed = (SiteReply.Claimed) ask(new SiteRequest.FetchFile(ALICE, alpha.id(), "~/dir/a", null, null));

        assertThat(page.entries()).extracting(SiteReply.Entry::name).containsExactly("a", "b");
        assertThat(rest.entries()).extracting(SiteReply.Entry::name).containsExactly("c");
        assertThat(rest.next()).isNull();
        assertThat(new String(Base64.getDecoder().decode(content.base64()), StandardCharsets.UTF_8)).isEqualTo("ell");
        assertThat(content.end()).isFalse();
        assertThat(new String(Base64.getDecoder().decode(tail.base64()), StandardCharsets.UTF_8)).isEqualTo("lo");
        assertThat(claims.open(new ClaimRef(claimed.sha256(), 5)).readAllBytes()).asString().isEqualTo("hello");
        assertThat(refused(new SiteRequest.DeleteFile(ALICE, alpha.id(), "~/", true))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(refused(new SiteRequest.ReadFile(ALICE, alpha.id(), "~/none", 0, 10))).isEqualTo(Reason.SITE_NO_SUCH_FILE);
    }

    private SiteReply ask(SiteRequest request) throws Exception {
        return questions.ask(new Question(Topics.SITE_REQUESTS.topic(), Topics.SITE_REPLIES.topic(), "k",
                RequestTypes.of(request), "alpha", "/test", request, Duration.ofSeconds(20), Map.of()), SiteReply.class)
                .get(25, TimeUnit.SECONDS);
    }

    private Reason refused(SiteRequest request) throws Exception {
        try {
            return ask(request) instanceof SiteReply.Failed f ? f.problem().reason() : null;
        } catch (java.util.concurrent.ExecutionException e) {
            return ((DiamondException) e.getCause()).reason();
        }
    }

    private static TransferRequested transfer(Item item) {
        return new TransferRequested(new TransferId("x-%08d".formatted(next())), ALICE, null, List.of(item),
                Instant.now(), null);
    }
}
