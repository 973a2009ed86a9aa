package org.diamondhpc.site.scheduler.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.SampleTable;
import org.diamondhpc.site.scheduler.SampleTable.Row;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.text.Sections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every recorded listing of Grid Engine 8.1.9 and what it means: jobs in {@code epsilon/jobs.csv}, the rest below. Of the
 * session at one login, the tables for people are not read.
 */
class GridEngineSampleTablesTest {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final String SESSION = Samples.read("epsilon/session.txt");

    static Map<String, List<Row>> rows() {
        return SampleTable.rows("epsilon/jobs.csv");
    }

    static Set<String> files() {
        return rows().keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyJobIsWhatItWas(String file) {
        assertThat(sights(file).stream().map(GridEngineSampleTablesTest::told)).containsExactlyInAnyOrderElementsOf(rows().get(file));
    }

    private static List<Sight> sights(String file) {
        return switch (file) {
            case "session.txt qstat" -> QstatQueue.parse(SESSION.substring(SESSION.indexOf("<?xml"),
                    SESSION.indexOf("</job_info>\n\n") + "</job_info>".length()));
            // What follows the first record was cut down to a few lines by the person at the keyboard.
            case "session.txt qacct" -> QacctRecords.parse(SESSION.substring(SESSION.indexOf("====="),
                    SESSION.indexOf("jobnumber    9")));
            case "qacct.txt" -> QacctRecords.parse(Samples.read("epsilon/" + file));
            default -> QstatQueue.parse(Samples.read("epsilon/" + file));
        };
    }

    private static Row told(Sight s) {
        String job = s.base() + (s.elements().isEmpty() ? "" : "." + s.elements().getFirst());
        return new Row(job, SampleTable.what(s), s.ended() ? Optional.ofNullable(s.ending().detail()).orElse("-") : "-",
                clock(s.times().start()), clock(s.times().end()), SampleTable.nodes(s.nodes()));
    }

    private static String clock(Instant at) {
        return at == null ? "-" : CLOCK.format(at);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"Unable to run job: unknown resource \"nosuch\"; SCHEDULER_INFEASIBLE",
            "Unable to run job: Job was rejected because job requests unknown queue \"nosuch.q\"; SCHEDULER_INVALID_PARTITION"})
    void everyRefusalOfTheSessionHasItsReason(String said, Reason reason) {
        int at = SESSION.indexOf(said);
        String[] lines = SESSION.substring(at).split("\n", 4);

        assertThat(at).isPositive();
        assertThat(lines[2]).isEqualTo("rc=1");
        assertThat(GridEngineMessages.refusal(1, lines[0] + "\n" + lines[1]).reason()).isEqualTo(reason);
    }

    @Test
    void everyRefusalOfTheSessionIsAbove() {
        assertThat(Pattern.compile("(?m)^rc=[1-9]").matcher(SESSION).results()).hasSize(2);
    }

    @Test
    void aDeletionOfTheSessionWasDone() {
        String said = SESSION.lines().filter(l -> l.contains("for deletion")).findFirst().orElseThrow();

        assertThat(GridEngineMessages.undone("cancel", Sections.parse("\n@m begin 2\n" + said + "\n@m end 2 0\n", "@m").get("2")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"all.q,PT24H", "short.q,PT5M"})
    void everyQueueHasItsLimit(String queue, String limit) {
        List<Map<String, String>> queues = Snapshots.blocks(Samples.read("epsilon/qconf-sq.txt"), "qname");

        assertThat(queues).filteredOn(q -> q.get("qname").equals(queue)).singleElement().satisfies(q -> {
            assertThat(Snapshots.time(q.get("h_rt")).orElseThrow()).hasToString(limit);
            assertThat(q).containsEntry("slots", "16").containsEntry("hostlist", "@allhosts");
        });
        assertThat(queues).hasSize(2);
    }

    @Test
    void theParallelEnvironmentPutsTwoOnEachHost() {
        assertThat(Snapshots.blocks(Samples.read("epsilon/qconf-sp.txt"), "pe_name")).singleElement()
                .satisfies(p -> assertThat(p).containsEntry("pe_name", "mpi-2").containsEntry("allocation_rule", "2"));
    }

    /** Slots taken of sixteen, by the queue's jobs or by those of the host's other queue; all take jobs. */
    @ParameterizedTest
    @CsvSource({"all.q@s001,2", "all.q@s002,2", "all.q@s003,0", "all.q@s004,0", "short.q@s001,2", "short.q@s002,2",
            "short.q@s003,0", "short.q@s004,0"})
    void everyInstanceHasItsSlots(String name, int used) {
        assertThat(Hosts.instances(Samples.read("epsilon/qstat-f-F.xml"))).filteredOn(i -> name.equals(i.queue() + "@" + i.host()))
                .singleElement().satisfies(i -> {
                    assertThat(i.slots()).isEqualTo(16);
                    assertThat(i.slots() - i.free()).isEqualTo(used);
                    assertThat(i.available()).isTrue();
                });
    }
}
