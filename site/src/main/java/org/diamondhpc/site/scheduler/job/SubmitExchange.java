package org.diamondhpc.site.scheduler.job;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.scheduler.text.Sections.Section;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteText;

/**
 * Submits many attempts in one command: the files travel as one tar stream, a few questions to the scheduler run side
 * by side at the site, each attempt has its own answer. A question that would only wait for a dead controller is not
 * asked any more.
 */
public final class SubmitExchange {
    private static final String PROGRAM = Program.of(SubmitExchange.class, "submit.sh");
    private static final Duration BASE = Duration.ofSeconds(150);
    private static final Duration EACH = Duration.ofMillis(250);

    private final String asking;
    private final BiFunction<Integer, String, Problem> refusal;

    /**
     * @param asking the family's sh text that defines {@code d_ask} and {@code LANES}
     * @param refusal what the scheduler's exit status and words mean where it gave no id
     */
    public SubmitExchange(String asking, BiFunction<Integer, String, Problem> refusal) {
        this.asking = asking;
        this.refusal = refusal;
    }

    /** @param mark made at random for this call */
    public Map<AttemptId, SubmitResult> run(SiteSession session, Collection<Submission> submissions, String mark) {
        Map<AttemptId, SubmitResult> results = new LinkedHashMap<>();
        Map<String, List<Submission>> byRoot = submissions.stream().collect(Collectors.groupingBy(
                s -> JobText.root(s.layout()), LinkedHashMap::new, Collectors.toList()));
        byRoot.forEach((root, some) -> results.putAll(one(session, root, some, mark)));
        return results;
    }

    private Map<AttemptId, SubmitResult> one(SiteSession session, String root, List<Submission> some, String mark) {
        Map<AttemptId, SubmitResult> results = new LinkedHashMap<>();
        try {
            CommandResult reply = session.run(RemoteCommand.of(asking + PROGRAM, mark, root).withStdin(stdin(root, some))
                    .within(BASE.plus(EACH.multipliedBy(some.size()))));
            Sections sections = Sections.parse(reply.out(), mark);
            for (int i = 0; i < some.size(); i++) {
                results.put(some.get(i).attempt(), read(sections, i, reply));
            }
        } catch (SiteException e) {
            if (e.outcome() != Outcome.UNKNOWN) {
                throw e;
            }
            some.forEach(s -> results.put(s.attempt(), new SubmitResult.Unconfirmed(e.problem())));
        }
        return results;
    }

    private static byte[] stdin(String root, List<Submission> some) {
        StringBuilder list = new StringBuilder();
        Bundle bundle = new Bundle();
        for (int i = 0; i < some.size(); i++) {
            Submission s = some.get(i);
            String name = s.layout().directory().substring(root.length() + "/attempts/".length());
            List<String> sizes = new ArrayList<>();
            bundle.folder("attempts/" + name);
            bundle.folder("attempts/" + name + "/" + AttemptLayout.WORK);
            s.script().files().forEach((file, text) -> {
                byte[] content = SiteText.encode(text);
                bundle.file("attempts/" + name + "/" + file, content);
                if (file.equals(AttemptLayout.JOB_SCRIPT) || file.equals(AttemptLayout.USER_SCRIPT)) {
                    sizes.add(String.valueOf(content.length));
                }
            });
            list.append(i).append(' ').append(name).append(' ').append(String.join(" ", sizes)).append('\n');
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes((list + "\n").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(bundle.bytes());
        return out.toByteArray();
    }

    private SubmitResult read(Sections sections, int number, CommandResult reply) {
        Section section = sections.get(String.valueOf(number));
        int line = section.text().indexOf('\n');
        if (line < 0) {
            return new SubmitResult.Unconfirmed(Problem.of(Reason.SCHEDULER_UNCONFIRMED,
                    "the site's answer holds no word of this attempt; exit %d: %s".formatted(reply.exit(),
                            SiteText.display(reply.err()).strip())));
        }
        String[] head = section.text().substring(0, line).split(" ", 2);
        String said = SiteText.display(section.text().substring(line + 1)).strip();
        return switch (head[0]) {
            case "claim" -> said.equals(AttemptFiles.NOBODY)
                    ? new SubmitResult.Refused(Problem.of(Reason.SCHEDULER_REFUSED, "the attempt was fenced off"))
                    : new SubmitResult.Adopted(AttemptFiles.base(said), head[0]);
            case "file" -> new SubmitResult.Adopted(AttemptFiles.base(said), head[0]);
            case "unwritten" -> new SubmitResult.Refused(unwritten(said));
            case "unasked" -> new SubmitResult.Refused(Problem.of(Reason.SCHEDULER_UNAVAILABLE,
                    "not asked, since the scheduler did not answer another question: " + said));
            case "doubted" -> new SubmitResult.Unconfirmed(Problem.of(Reason.SCHEDULER_UNCONFIRMED,
                    "a job's id beside exit status %d: %s".formatted(section.rc(), said)));
            default -> asked(sections, section, head, said);
        };
    }

    private SubmitResult asked(Sections sections, Section section, String[] head, String said) {
        if (head.length == 2 && !head[1].isBlank()) {
            long seconds = Long.parseLong(sections.get("clock").text().replaceAll("\\D", ""));
            return new SubmitResult.Accepted(head[1].strip(), Instant.ofEpochSecond(seconds));
        }
        Problem problem = refusal.apply(section.rc(), said);
        return problem.outcome() == Outcome.UNKNOWN ? new SubmitResult.Unconfirmed(problem)
                : new SubmitResult.Refused(problem);
    }

    private static Problem unwritten(String said) {
        boolean full = said.contains("No space left") || said.contains("quota exceeded");
        boolean denied = said.contains("Permission denied");
        return Problem.of(full ? Reason.SITE_DISK_FULL : denied ? Reason.SITE_PERMISSION_DENIED
                : Reason.SITE_UNREACHABLE, "the attempt's files could not be written: "
                + (said.isEmpty() ? "they did not arrive whole" : said));
    }
}
