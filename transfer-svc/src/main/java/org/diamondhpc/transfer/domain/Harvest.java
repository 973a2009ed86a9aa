package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.OutputSpec;
import org.diamondhpc.schemas.spec.RelativePath;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.CollectedOutput.Kind;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * What an attempt left behind, as the workspace's catalogue takes it.
 *
 * @param missing globs of required outputs that nothing matched
 * @param problem why not everything is here; null if all is well
 */
public record Harvest(List<CollectedOutput> outputs, List<String> missing, Problem problem) {
    /** What an event can carry: more files than this belong into an archive. */
    public static final int MOST_OUTPUTS = 2000;

    public Harvest {
        outputs = Absent.list(outputs);
        missing = Absent.list(missing);
    }

    /**
     * Names every found file by its logical path.
     *
     * @param staged SHA-256 of the inputs by their place in the working directory: an input that a wildcard catches
     *     unchanged is no output
     */
    public static Harvest of(TaskOrder order, SiteId site, AttemptLayout layout, Found found,
            Map<String, String> staged) {
        Map<String, CollectedOutput> byPath = new LinkedHashMap<>();
        List<String> doubts = new ArrayList<>(found.doubts());
        String own = "ws://" + order.spec().workspace() + "/tasks/" + order.task() + "/";
        for (FoundFile stream : found.streams()) {
            Kind kind = stream.relative().startsWith(AttemptLayout.STDOUT) ? Kind.STDOUT : Kind.STDERR;
            add(byPath, output(own + stream.relative(), kind, stream, site, layout.path(stream.relative())));
        }
        List<String> missing = new ArrayList<>();
        for (OutputSpec spec : order.spec().outputs()) {
            Glob glob = Glob.of(spec.glob());
            List<FoundFile> matched = found.outputs().stream().filter(f -> glob.matches(f.relative()))
                    .filter(f -> glob.literal() || !unchanged(f, staged)).toList();
            if (matched.isEmpty() && spec.required()) {
                missing.add(spec.glob());
            }
            for (FoundFile file : matched) {
                collect(byPath, doubts, folder(spec, own), file, site, layout);
            }
        }
        return new Harvest(most(byPath, doubts), missing, problem(doubts));
    }

    private static void collect(Map<String, CollectedOutput> byPath, List<String> doubts, String folder,
            FoundFile file, SiteId site, AttemptLayout layout) {
        if (RelativePath.problem(file.relative()).isPresent()) {
            doubts.add("an output's name is not UTF-8 or holds control characters; it stays at the site uncatalogued");
            return;
        }
        add(byPath, output(folder + file.relative(), Kind.OUTPUT, file, site, layout.work() + "/" + file.relative()));
    }

    private static void add(Map<String, CollectedOutput> byPath, CollectedOutput output) {
        CollectedOutput there = byPath.get(output.path());
        if (there == null) {
            byPath.put(output.path(), output);
        } else if (there.kind() != output.kind()) {
            // an output named like a stream
            String path = output.path().substring(0, output.path().length() - output.relative().length())
                    + AttemptLayout.WORK + "/" + output.relative();
            byPath.putIfAbsent(path, new CollectedOutput(path, output.kind(), output.relative(), output.size(),
                    output.sha256(), output.replicas()));
        }
    }

    private static CollectedOutput output(String path, Kind kind, FoundFile file, SiteId site, String absolute) {
        return new CollectedOutput(path, kind, file.relative(), file.size(), file.sha256(),
                List.of(Replica.at(site, absolute)));
    }

    private static boolean unchanged(FoundFile file, Map<String, String> staged) {
        return file.sha256() != null && file.sha256().equals(staged.get(file.relative()));
    }

    private static String folder(OutputSpec spec, String own) {
        return spec.to() == null ? own : spec.to().endsWith("/") ? spec.to() : spec.to() + "/";
    }

    private static List<CollectedOutput> most(Map<String, CollectedOutput> byPath, List<String> doubts) {
        List<CollectedOutput> all = List.copyOf(byPath.values());
        if (all.size() <= MOST_OUTPUTS) {
            return all;
        }
        doubts.addFirst("%d files are outputs, only the first %d are catalogued; pack them into an archive"
                .formatted(all.size(), MOST_OUTPUTS));
        return all.subList(0, MOST_OUTPUTS);
    }

    private static Problem problem(List<String> doubts) {
        return doubts.isEmpty() ? null : Problem.of(Reason.TRANSFER_FAILED,
                String.join("; ", doubts.stream().distinct().limit(10).toList()));
    }
}
