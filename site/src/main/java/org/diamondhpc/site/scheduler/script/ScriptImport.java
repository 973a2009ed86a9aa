package org.diamondhpc.site.scheduler.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.Constraints;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.site.scheduler.script.OptionGrammar.Reading;
import org.diamondhpc.site.scheduler.script.ScriptReader.Directive;

/** Carries an existing job script of any known family into a task. Pure. */
public final class ScriptImport {
    private static final int LONGEST = 256 << 10;

    private final List<ScriptReader> readers;
    private final SpecReader check = new SpecReader();

    /** @param readers those of all families */
    public ScriptImport(List<ScriptReader> readers) {
        this.readers = List.copyOf(readers);
    }

    /**
     * Reads a script.
     *
     * @param script its text
     * @param command the words it was submitted with, for example {@code sbatch -N 2 job.sh input}; may be empty
     * @param keep which names of its own site it keeps
     * @throws DiamondException INVALID_SPEC where it is no script of a known family
     */
    public Imported read(String script, List<String> command, Set<KeptName> keep) {
        String text = script.replace("\r\n", "\n").replace('\r', '\n');
        if (text.isBlank() || text.length() > LONGEST || text.indexOf('\0') >= 0) {
            throw refusal("a script is text of at most 256 KiB");
        }
        List<String> lines = text.lines().toList();
        return candidates(lines, command).stream().map(reader -> read(reader, lines, command, keep))
                .min(Comparator.comparingLong(ScriptImport::lost)).orElseThrow();
    }

    private static long lost(Imported imported) {
        return imported.notes().stream().filter(n -> n.kind().compareTo(ScriptNote.Kind.LEFT_OUT) >= 0).count();
    }

    private Imported read(ScriptReader reader, List<String> lines, List<String> command, Set<KeptName> keep) {
        Draft draft = new Draft(keep);
        List<Option> options = new ArrayList<>();
        for (Directive directive : reader.directives(lines)) {
            String place = "line " + directive.line();
            Reading reading = reader.grammar().read(Words.of(directive.text()), place);
            options.addAll(reading.options());
            unread(reader, reading.errors(), place, draft);
            unread(reader, reading.rest(), place, draft);
        }
        List<String> words = submitted(reader, command, options, draft);
        reader.apply(options, draft);
        strangers(reader, lines, draft);
        return whole(reader, lines, words, draft);
    }

    private Imported whole(ScriptReader reader, List<String> lines, List<String> words, Draft draft) {
        TaskSpec spec = draft.spec(words.isEmpty() ? List.of() : words.subList(1, words.size()));
        Body body = new Body(lines);
        body.neighbours().forEach(file -> draft.note(ScriptNote.Kind.RISK, "script", file
                + " must be there when it starts: give it as an input or make it in the script"));
        String carried = new Prelude(reader, readers, spec, draft).put(withoutDirectives(reader, lines), body);
        TaskSpec task = with(spec, carried, words);
        check.read(DiamondJson.json().valueToTree(task)).violations().forEach(v -> draft.note(ScriptNote.Kind.RISK,
                "script", "the task would be refused: " + v.pointer() + " " + v.message()));
        return new Imported(reader.family(), task, draft.notes());
    }

    /** They have been read, and would be read again at a site of the same family. */
    private static String withoutDirectives(ScriptReader reader, List<String> lines) {
        Set<Integer> read = reader.directives(lines).stream().map(Directive::line).collect(Collectors.toSet());
        return IntStream.range(0, lines.size()).filter(i -> !read.contains(i + 1)).mapToObj(i -> lines.get(i) + "\n")
                .collect(Collectors.joining());
    }

    /** The submit command's options come after the script's own, so that they win. */
    private static List<String> submitted(ScriptReader reader, List<String> command, List<Option> options,
            Draft draft) {
        if (command.isEmpty()) {
            return List.of();
        }
        Reading reading = parsed(reader, command);
        options.addAll(reading.options());
        unread(reader, reading.errors(), "command line", draft);
        return reading.rest().stream().filter(word -> !word.equals("<")).toList();
    }

    private static Reading parsed(ScriptReader reader, List<String> command) {
        return reader.grammar().read(command.subList(commandLength(reader, command), command.size()), "command line");
    }

    private static void unread(ScriptReader reader, List<String> words, String place, Draft draft) {
        words.forEach(word -> draft.note(ScriptNote.Kind.LEFT_OUT, place,
                word + " is not an option known of " + reader.family()));
    }

    /** Two families may share a command's name: the script's directives tell them apart, or what is lost least by. */
    private List<ScriptReader> candidates(List<String> lines, List<String> command) {
        List<ScriptReader> able = readers.stream().filter(r -> command.isEmpty() || commandLength(r, command) > 0).toList();
        if (able.isEmpty()) {
            throw refusal("%s is no submit command known here; there are %s".formatted(command.get(0),
                    String.join(", ", readers.stream().flatMap(r -> r.commands().stream()).distinct().sorted().toList())));
        }
        int most = able.stream().mapToInt(r -> r.directives(lines).size()).max().orElseThrow();
        if (most == 0 && command.isEmpty()) {
            throw refusal("it has no line with a scheduler's directive; give the command it is submitted with, or run it "
                    + "as it is");
        }
        return able.stream().filter(r -> r.directives(lines).size() == most).toList();
    }

    /** How many words name the command; 0 where it is none of the family's. */
    private static int commandLength(ScriptReader reader, List<String> command) {
        String first = command.get(0).substring(command.get(0).lastIndexOf('/') + 1);
        if (reader.commands().contains(first)) {
            return 1;
        }
        return command.size() > 1 && reader.commands().contains(first + " " + command.get(1)) ? 2 : 0;
    }

    private void strangers(ScriptReader own, List<String> lines, Draft draft) {
        readers.stream().filter(r -> r != own).forEach(r -> r.directives(lines).stream().findFirst()
                .filter(d -> own.directives(lines).stream().noneMatch(o -> o.line() == d.line()))
                .ifPresent(d -> draft.note(ScriptNote.Kind.LEFT_OUT, "line " + d.line(), "directives of %s too; those of %s"
                        .formatted(r.family(), own.family()) + " were read")));
    }

    private static TaskSpec with(TaskSpec s, String script, List<String> words) {
        String name = Optional.ofNullable(s.name()).orElseGet(() -> words.isEmpty() ? null
                : words.get(0).substring(words.get(0).lastIndexOf('/') + 1));
        Constraints constraints = s.constraints();
        return new TaskSpec(name, null, s.arguments(), script, null, s.environment(), s.resources(), null, null, null,
                constraints, s.account(), s.queue(), s.qos(), s.reservation(), null, s.array(), null, s.checkpoint(),
                null, null, null);
    }

    private static DiamondException refusal(String why) {
        return DiamondException.of(Reason.INVALID_SPEC, "the script cannot be carried: " + why);
    }
}
