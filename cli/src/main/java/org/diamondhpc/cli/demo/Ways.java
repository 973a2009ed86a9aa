package org.diamondhpc.cli.demo;

import java.util.List;
import java.util.Optional;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.DiamondClient;
import org.diamondhpc.cli.client.EventStream;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.Transfer;
import org.diamondhpc.cli.client.TransfersApi.Item;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.CollectedOutput.Kind;
import org.diamondhpc.schemas.task.Leg;
import org.diamondhpc.schemas.task.Staging;

/** Which way the data went, and why: by Globus between collections, by the relay to a site that has none. */
final class Ways {
    private static final String GLOBUS = "globus";
    private static final String RELAY = "sftp";
    private static final String NOBODY = "no Globus identity";

    private final Shell shell;
    private final Story story;
    private final DiamondClient client;

    Ways(Shell shell, Story story) {
        this.shell = shell;
        this.story = story;
        this.client = shell.client();
    }

    /** Where there are no collections there is nothing to tell, and all is well. */
    boolean right(Ground ground, Task first, Task second) {
        if (ground.aside().isEmpty() || !first.succeeded() || !second.succeeded()) {
            return true;
        }
        story.chapter("Which way the data went");
        boolean staged = staged(first, second);
        return copied(first, ground.aside().getFirst()) && staged;
    }

    private boolean staged(Task first, Task second) {
        Staging staging = second.object("/staging", Staging.class);
        Optional<Leg> leg = staging == null ? Optional.empty() : staging.legs().stream()
                .filter(l -> l.from() != null && l.from().value().equals(first.site())).findFirst();
        leg.ifPresent(this::told);
        return story.check("the fields went from " + first.site() + " to " + second.site() + " by Globus", leg.filter(l ->
                l.mover().equals(GLOBUS) || l.why() != null && l.why().startsWith(NOBODY)).isPresent());
    }

    /** One copy more of what step one left, and away again. */
    private boolean copied(Task first, SiteId to) {
        String folder = "~/diamond-demo-" + first.id();
        List<Item> items = first.outputs().stream().filter(o -> o.kind() == Kind.OUTPUT).map(CollectedOutput::path)
                .map(path -> new Item(path, to + ":" + folder + path.substring(path.lastIndexOf('/')))).toList();
        story.tell("A copy of the " + items.size() + " fields for " + to + ", which has no collection:");
        Transfer asked = client.transfers().request(items, null, false, Intent.fresh());
        try (EventStream events = client.transfers().follow(asked.id(), 0)) {
            while (events.next() != null) {
                continue; // its end is all that is waited for
            }
        }
        Transfer end = client.transfers().get(asked.id());
        List<Leg> legs = end.list("/legs", Leg.class);
        legs.forEach(this::told);
        boolean right = end.succeeded() && !legs.isEmpty() && legs.stream().allMatch(l -> l.mover().equals(RELAY) && l.why() != null)
                && sums(end, first);
        tidied(to, folder);
        return story.check("the copy at " + to + " went by the relay, and its checksums are the catalogue's", right);
    }

    private static boolean sums(Transfer end, Task first) {
        List<String> arrived = end.list("/done", d -> d.path("sha256").asText()).stream().sorted().toList();
        return arrived.equals(first.outputs().stream().filter(o -> o.kind() == Kind.OUTPUT).map(CollectedOutput::sha256)
                .sorted().toList());
    }

    private void tidied(SiteId site, String folder) {
        try {
            client.sites().delete(site, folder, true);
        } catch (ApiException e) {
            story.tell("The copy stays at " + site + ": " + Style.harmless(e.getMessage()));
        }
    }

    private void told(Leg leg) {
        story.json().withArray("ways").addObject().put("from", end(leg.from())).put("to", end(leg.to()))
                .put("mover", leg.mover()).put("why", leg.why()).put("files", leg.files()).put("bytes", leg.bytes())
                .put("seconds", leg.took().toMillis() / 1000.0);
        story.tell(end(leg.from()) + " → " + end(leg.to()) + " by " + leg.mover() + (leg.why() == null ? ""
                : " (" + Style.harmless(leg.why()) + ")") + ": " + leg.files() + " files, " + Humane.size(leg.bytes()) + " in "
                + Humane.duration(leg.took()));
    }

    private static String end(SiteId site) {
        return site == null ? "Diamond" : site.value();
    }
}
