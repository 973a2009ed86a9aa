package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Share;
import org.diamondhpc.schemas.site.Window;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final String TREE = """
            Account|User|Partition|FairShare|EffectvUsage
            root||||0.000000
             proj1||||1.000000
              proj1|alice||0.333333|1.000000
             proj2|||inf|0.000000
              proj2|alice||1.000000|0.000000
            """;

    private static Association account(String name) {
        return new Association(name, null, false, List.of(), null, null, null, null, null);
    }

    @Test
    void aLoginHasItsOwnShareOfEachAccount() {
        Shares shares = Shares.parse(TREE, NOON);

        List<Association> all = shares.with("alice", List.of(account("proj1"), account("proj2"), account("other")));

        assertThat(all).extracting(Association::share).containsExactly(new Share(0.333333, 1.0, NOON),
                new Share(1.0, 0.0, NOON), null);
    }

    @Test
    void sharesAreAskedForRarely() {
        Shares shares = new Shares(Map.of(new Shares.Key("alice", "proj1"),
                new Share(0.5, null, NOON)), NOON);

        assertThat(shares.due(NOON.plusSeconds(60))).isFalse();
        assertThat(shares.due(NOON.plusSeconds(301))).isTrue();
        assertThat(Shares.of(null).due(NOON)).isTrue();
    }

    @Test
    void readsReservations() {
        List<Window> windows = Windows.parse("ReservationName=winter StartTime=2026-12-01T08:00:00 "
                + "EndTime=2026-12-01T20:00:00 Duration=12:00:00 Nodes=a[001-003] NodeCnt=3 CoreCnt=384 Features=(null) "
                + "PartitionName=(null) Flags=MAINT,IGNORE_JOBS,SPEC_NODES TRES=cpu=384 Users=root Groups=(null) "
                + "Accounts=(null) Licenses=(null) State=INACTIVE BurstBuffer=(null) Watts=n/a MaxStartDelay=(null)\n");

        assertThat(windows).containsExactly(new Window("winter", Instant.parse("2026-12-01T08:00:00Z"),
                Instant.parse("2026-12-01T20:00:00Z"), true, List.of("a001", "a002", "a003"), null, List.of("root"),
                List.of()));
        assertThat(windows.getFirst().seenBy(List.of("alice")).users()).containsExactly(Window.OTHERS);
    }
}
