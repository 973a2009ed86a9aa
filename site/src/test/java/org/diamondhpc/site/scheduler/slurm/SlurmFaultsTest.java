package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.Tick.Part;
import org.diamondhpc.site.scheduler.text.Sections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients said while daemons were stopped, killed or cut off one after the other, line by line and in that order. */
class SlurmFaultsTest {
    private static final Pattern LINE = Pattern.compile("^  \\[(.*)] rc=(\\d+) [\\d.]+s: (.*)$");
    private static final Pattern REFUSED = Pattern.compile("(?m)^\\[([^]]*)] ([A-Z].*|sbatch: error: .*)\\| rc=0$");

    /** Whatever failed, and what it means: of a submission or an act its reason, of a listing whether it is believed. */
    private static final String MEANINGS = """
            baseline: scontrol show job 999999: over
            baseline: squeue -j 999999: over
            slurmctld SIGSTOP: squeue: DOWN
            slurmctld SIGSTOP: sbatch job.sh: SCHEDULER_UNCONFIRMED
            slurmctld SIGSTOP: scontrol ping: DOWN
            slurmctld killed: scontrol ping: DOWN
            slurmctld killed: squeue: DOWN
            slurmctld killed: sbatch job.sh: SCHEDULER_UNAVAILABLE
            slurmctld killed: scancel 1: SCHEDULER_UNAVAILABLE
            slurmctld killed: scontrol show job 1: DOWN
            slurmdbd killed: sacct -n: DOWN
            slurmdbd killed: sacctmgr -n show assoc: DOWN
            munged killed: sacct -n: DOWN
            munged killed: sbatch job.sh: SCHEDULER_UNAVAILABLE
            munged killed: squeue: DOWN
            slurmctld port blocked (in-ns iptables DROP): squeue: DOWN
            """;

    private static String meaning(String command, int rc, String words) {
        String said = "\n@m begin clock\n1\n@m end clock 0\n\n@m begin queue\n%s\n@m end queue %d\n".formatted(
                command.startsWith("squeue") ? words : "", command.startsWith("squeue") ? rc : 0)
                + "\n@m begin accounting\n%s\n@m end accounting %d\n\n@m begin 1\n%1$s\n@m end 1 %2$d\n".formatted(words, rc);
        return switch (command.replaceAll(" .*", "")) {
            case "sbatch" -> SlurmMessages.refusal(words).reason().name();
            case "scancel" -> ActAnswer.problem("cancel", Sections.parse(said, "@m").get("1")).orElseThrow().reason().name();
            case "sacct" -> part(new TickAnswer(said, "@m").read(List.of()).accounting());
            case "squeue" -> SlurmMessages.alreadyOver(words) ? "over" : part(new TickAnswer(said, "@m").read(List.of()).queue());
            default -> SlurmMessages.alreadyOver(words) ? "over" : "DOWN";
        };
    }

    private static String part(Part part) {
        assertThat(part.detail()).isNotBlank();
        return part.state().name();
    }

    @Test
    void everyFailureHasItsMeaning() {
        List<String> all = new ArrayList<>();
        String during = "";
        for (String line : Samples.read("faults/client-errors.txt").split("\n")) {
            Matcher m = LINE.matcher(line);
            during = line.startsWith("== ") ? line.substring(3) : during;
            if (m.matches() && !m.group(2).equals("0")) {
                all.add("%s: %s: %s".formatted(during, m.group(1), meaning(m.group(1), Integer.parseInt(m.group(2)),
                        m.group(3).replace("|", "\n"))));
            }
        }
        assertThat(String.join("\n", all) + "\n").isEqualTo(MEANINGS);
    }

    /** Where the accounting is away, some of its commands end well with an error among their words. */
    @Test
    void everyErrorThatEndedWellIsOneThatDiamondDoesNotMeet() {
        assertThat(Samples.read("faults/client-errors.txt").lines().map(LINE::matcher).filter(Matcher::matches)
                .filter(m -> m.group(2).equals("0") && m.group(3).contains("error")).map(m -> m.group(1)))
                .containsExactly("sacct --json | head -c 300");
    }

    /** Also what was taken: the ids of three jobs that can never start. */
    @Test
    void eachRefusedRequestHasItsReason() {
        assertThat(REFUSED.matcher(Samples.read("faults/submit.txt")).results().map(m -> m.group(1) + ": "
                + SlurmMessages.refusal(m.group(2).replace("|", "\n").strip()).reason())).containsExactly(
                "-p nosuch: SCHEDULER_INVALID_PARTITION", "-A nosuchacct: SCHEDULER_INVALID_ACCOUNT",
                "--qos=nosuch: SCHEDULER_INVALID_QOS", "--gres=gpu:9: SCHEDULER_INFEASIBLE",
                "--gres=gpu:h100:1: SCHEDULER_INFEASIBLE", "--mem=9999G: SCHEDULER_INFEASIBLE",
                "-C nofeature: SCHEDULER_INFEASIBLE", "-n 0: INVALID_SPEC", "--begin=yesterdayx: INVALID_SPEC");
        assertThat(Pattern.compile("(?m)^\\[([^]]*)] \\d+\\| rc=0").matcher(Samples.read("faults/submit.txt")).results()
                .map(m -> m.group(1))).containsExactly("-t 99-0", "-N 99", "-d afterok:99999");
    }

    /** What an administrator made of jobs: their words in the queue, as the controller remembers them, and in accounting. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"3; CANCELLED; CANCELLED by 0", "4; PENDING BeginTime; REQUEUED",
            "5; RUNNING; RUNNING", "6; PENDING job_requeued_in_held_state; REQUEUED", "7; CANCELLED; CANCELLED by 5001",
            "9; COMPLETED; COMPLETED", "10; COMPLETED; COMPLETED"})
    void everyJobOfAnAdministratorsIsWhatItWas(String id, String remembered, String accounted) {
        String text = Samples.read("faults/admin-states.txt");

        AccountingRow controller = ControllerMemory.parse(text).stream().filter(r -> r.id().base().equals(id)).findFirst().orElseThrow();
        String account = text.lines().map(l -> l.split("\\|")).filter(f -> f.length == 5 && f[0].equals(id)).findFirst()
                .orElseThrow()[2];

        assertThat(controller.stateText() + (controller.state().kind() == SlurmState.Kind.WAITING ? " " + controller.reason() : ""))
                .isEqualTo(remembered);
        assertThat(account).isEqualTo(accounted);
        assertThat(SlurmState.of(account).kind()).isEqualTo(Map.of("CANCELLED", SlurmState.Kind.ENDED, "REQUEUED",
                SlurmState.Kind.REQUEUED, "RUNNING", SlurmState.Kind.RUNNING, "COMPLETED", SlurmState.Kind.ENDED)
                .get(accounted.split(" ")[0]));
    }

    @Test
    void aPartitionThatIsClosedIsWaitedFor() {
        assertThat(Samples.read("faults/admin-states.txt").lines().filter(l -> l.startsWith("sbatch: error")))
                .hasSize(2).allMatch(l -> SlurmMessages.refusal(l).reason() == Reason.SCHEDULER_UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BeginTime", "JobHeldUser", "(ReqNodeNotAvail, UnavailableNodes:a001)", "PartitionDown",
            "job_requeued_in_held_state"})
    void everyReasonAnAdministratorMakesIsExplained(String reason) {
        Matcher known = Pattern.compile(Pattern.quote(reason)).matcher(Samples.read("faults/admin-states.txt"));

        assertThat(known.find()).isTrue();
        assertThat(PendingReasons.explain(reason)).doesNotStartWith("the scheduler says");
    }
}
