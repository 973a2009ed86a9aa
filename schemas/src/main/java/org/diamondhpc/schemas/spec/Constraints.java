package org.diamondhpc.schemas.spec;

import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;

/**
 * What a site must be like; absent means any.
 *
 * @param sites only these
 * @param excludeSites none of these
 * @param architecture processor architecture as {@code uname -m} says it, for example {@code x86_64}
 * @param software names, or {@code name>=version}, that the site's profile lists
 * @param features node features all nodes must have
 * @param labels labels the site's profile must carry with these values
 * @param derived whether what the files and the script show counts as well: the architecture and libraries of programs,
 *     images and modules; absent: yes
 */
public record Constraints(List<SiteId> sites, List<SiteId> excludeSites, String architecture,
        List<String> software, List<String> features, Map<String, String> labels, Boolean derived) {
    public Constraints {
        sites = Absent.list(sites);
        excludeSites = Absent.list(excludeSites);
        software = Absent.list(software);
        features = Absent.list(features);
        labels = Absent.map(labels);
        derived = derived == null || derived;
    }

    public Constraints(List<SiteId> sites, List<SiteId> excludeSites, String architecture, List<String> software,
            List<String> features, Map<String, String> labels) {
        this(sites, excludeSites, architecture, software, features, labels, null);
    }

    Constraints needing(Application.Requirements more) {
        String only = architecture == null && more.architectures().size() == 1 ? more.architectures().getFirst()
                : architecture;
        return new Constraints(sites, excludeSites, only, TaskSpec.union(software, more.software()),
                TaskSpec.union(features, more.features()), labels, derived);
    }

    public static Constraints none() {
        return new Constraints(null, null, null, null, null, null);
    }
}
