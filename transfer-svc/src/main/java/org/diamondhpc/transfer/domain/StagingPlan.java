package org.diamondhpc.transfer.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.DataPlace;
import org.diamondhpc.schemas.spec.RelativePath;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.Staging.StagedFile;
import org.diamondhpc.schemas.task.TaskOrder;

/** A task's inputs as wishes, and the fulfilled wishes as its staging. */
public final class StagingPlan {
    private StagingPlan() {
    }

    /**
     * One wish an input, in order.
     *
     * @throws DiamondException INVALID_PATH where an input's place is not inside the working directory
     */
    public static List<Wish> wishes(TaskOrder order, SiteId site, AttemptLayout layout, Predicate<SiteId> answers) {
        List<Wish> wishes = new ArrayList<>();
        for (ResolvedInput input : order.inputs()) {
            String to = place(input);
            List<Source> sources = input.content() != null ? List.of(new Source.Inline(input.content()))
                    : Source.byCost(input.replicas(), site, answers);
            wishes.add(new Wish(input.from() == null ? to : input.from(),
                    to.isEmpty() ? layout.work() : layout.work() + "/" + to, tree(input), input.executable(),
                    input.size(), input.sha256(), sources));
        }
        return wishes;
    }

    /** @param took from the first look to the last checksum */
    public static Staging staging(TaskOrder order, Haul haul, Instant now) {
        List<StagedFile> files = haul.arrived().stream()
                .sorted((a, b) -> Integer.compare(a.wish(), b.wish()))
                .map(a -> new StagedFile(place(order.inputs().get(a.wish())), a.size(), a.sha256(), a.moved()))
                .toList();
        return new Staging(files, haul.bytesMoved(), Duration.between(haul.startedAt(), now), haul.movers(),
                haul.legs(), haul.notes());
    }

    private static boolean tree(ResolvedInput input) {
        return input.content() == null && input.from() != null && input.from().endsWith("/")
                || !input.replicas().isEmpty() && input.replicas().stream().allMatch(r -> r.path().endsWith("/"));
    }

    /** Relative to the working directory; empty for a folder whose files go right into it. */
    private static String place(ResolvedInput input) {
        String to = input.to() == null ? DataPlace.lastName(input.from()) : input.to();
        if (tree(input)) {
            to = to == null || to.equals(".") || to.equals("./") ? "" : to.endsWith("/") ? to.substring(0, to.length() - 1) : to;
            if (to.isEmpty()) {
                return to;
            }
        }
        String checked = to;
        RelativePath.problem(checked).ifPresent(p -> {
            throw DiamondException.of(Reason.INVALID_PATH, "input " + input.from() + " goes to " + checked + ": " + p);
        });
        return checked;
    }
}
