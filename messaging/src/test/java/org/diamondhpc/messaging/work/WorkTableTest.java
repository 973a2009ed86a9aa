package org.diamondhpc.messaging.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims, with a kind no handler of this process has. */
@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class WorkTableTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    @Inject
    WorkTable table;
    @Inject
    DataSource dataSource;

    @BeforeEach
    void fresh() throws SQLException {
        sql("delete from work_item");
    }

    @Test
    void twoWorkersNeverHoldTheSameRow() throws Exception {
        rows("a", 200);
        List<Long> ids = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(4)) {
            List<Future<List<Claim>>> claims = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String worker = "w" + i;
                claims.add(workers.submit(() -> claim(Map.of(), 10, 10, worker)));
            }
            for (Future<List<Claim>> each : claims) {
                each.get().forEach(claim -> ids.add(claim.id()));
            }
        }

        assertThat(ids).doesNotHaveDuplicates();
        while (ids.size() < 200) {
            int before = ids.size();
            claim(Map.of(), 10, 10, "rest").forEach(claim -> ids.add(claim.id()));
            assertThat(ids.size()).isGreaterThan(before);
        }
        assertThat(ids).doesNotHaveDuplicates().hasSize(200);
    }

    @Test
    void aClaimRespectsTheRoomOfEachLaneAndTheTotal() throws SQLException {
        rows("a", 20);
        rows("b", 20);
        rows("c", 2);

        List<Claim> claims = claim(Map.of("a", 3), 5, 9, "w");

        assertThat(claims).hasSize(9);
        assertThat(claims).filteredOn(claim -> claim.lane().equals("a")).hasSizeLessThanOrEqualTo(2);
        assertThat(claims).filteredOn(claim -> claim.lane().equals("b")).hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void oldestDueRowsComeFirst() throws SQLException {
        rows("a", 3);
        sql("insert into work_item (kind, key, lane, payload, due_at) values ('foreign', 'old', 'z', '{}',"
                + " now() - interval '1 hour')");

        assertThat(claim(Map.of(), 8, 1, "w")).extracting(Claim::key).containsExactly("old");
    }

    @Test
    void aRestartedInstanceTakesItsRowsBackAtOnceAndNoOthers() throws SQLException {
        rows("a", 2);
        rows("b", 3);
        assertThat(claim(Map.of("b", 99), 8, 9, "me")).hasSize(2);
        assertThat(claim(Map.of(), 8, 9, "other")).hasSize(3);

        int reclaimed = table.reclaim("me");

        assertThat(reclaimed).isEqualTo(2);
        assertThat(claim(Map.of(), 8, 9, "me")).hasSize(2).allSatisfy(claim -> assertThat(claim.runs()).isEqualTo(2));
    }

    @Test
    void renewingTellsWhichLeasesAreLost() throws SQLException {
        rows("a", 3);
        List<Claim> claims = claim(Map.of(), 8, 9, "w");
        sql("update work_item set lease = gen_random_uuid() where id = " + claims.get(1).id());
        sql("delete from work_item where id = " + claims.get(2).id());

        Set<UUID> lost = table.renew(claims, LEASE);

        assertThat(lost).containsExactlyInAnyOrder(claims.get(1).lease(), claims.get(2).lease());
        assertThat(table.remove(claims.get(0))).isTrue();
        assertThat(table.remove(claims.get(1))).isFalse();
    }

    @Test
    void backOffGrowsToItsLimitWithJitter() {
        Duration most = Duration.ofSeconds(60);

        assertThat(Settlement.backOff(0, most)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
        assertThat(Settlement.backOff(3, most)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(Settlement.backOff(1_000_000, most)).isBetween(Duration.ofSeconds(30), most);
    }

    @Test
    void aClaimOverALargeBacklogStaysQuick() throws SQLException {
        sql("insert into work_item (kind, key, lane, payload) select 'foreign', g::text, 'dead', '{}'"
                + " from generate_series(1, 50000) g");
        rows("alive", 5);
        sql("analyze work_item");
        claim(Map.of("dead", 8), 8, 100, "warm");
        rows("alive2", 5);

        long start = System.nanoTime();
        Collection<Claim> claims = claim(Map.of("dead", 8), 8, 100, "w");
        long millis = (System.nanoTime() - start) / 1_000_000;

        System.out.printf("MEASURED claim beside 50000 rows of a dead site: %d ms%n", millis);
        assertThat(claims).hasSize(5);
        assertThat(millis).isLessThan(500);
    }

    private List<Claim> claim(Map<String, Integer> running, int perLane, int room, String instance) {
        return table.claim(List.of("foreign"), running, perLane, room, instance, LEASE);
    }

    private void rows(String lane, int count) throws SQLException {
        sql("insert into work_item (kind, key, lane, payload) select 'foreign', '" + lane + "' || g, '" + lane
                + "', '{}' from generate_series(1, " + count + ") g");
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection(); var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
