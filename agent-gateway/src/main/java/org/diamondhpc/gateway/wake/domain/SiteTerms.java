package org.diamondhpc.gateway.wake.domain;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem.Violation;

/**
 * What is to be seen of a site, all of it in one look.
 *
 * @param partition where nodes and jobs are counted; absent: at the whole site
 * @param is {@code UP}: it takes work; {@code DOWN}: it was looked at and does not
 * @param idleNodes at least so many nodes of which every core is free
 * @param pendingJobs at most so many jobs wait
 */
public record SiteTerms(SiteId site, String partition, State is, Integer idleNodes, Integer pendingJobs) {
    private static final int MAX_NAME = 100;

    /** Whether a site can be given work. */
    public enum State {
        UP, DOWN
    }

    /** What was seen of a site, as far as a wait may ask for it; absent counts are not known. */
    public record Seen(State is, String health, Integer idleNodes, Integer pendingJobs) {
    }

    /** What was seen in words, where it is what is waited for; else null. */
    public String met(Seen seen) {
        boolean holds = (is == null || is == seen.is())
                && (idleNodes == null || seen.idleNodes() != null && seen.idleNodes() >= idleNodes)
                && (pendingJobs == null || seen.pendingJobs() != null && seen.pendingJobs() <= pendingJobs);
        if (!holds) {
            return null;
        }
        List<String> words = new ArrayList<>();
        words.add(site + (partition == null ? "" : "/" + partition) + " is " + seen.health());
        if (idleNodes != null) {
            words.add(seen.idleNodes() + " idle nodes");
        }
        if (pendingJobs != null) {
            words.add(seen.pendingJobs() + " jobs wait");
        }
        return String.join(", ", words);
    }

    /** The same in words, without the site; equal words mean equal terms. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (partition != null) {
            words.add("partition " + partition);
        }
        if (is != null) {
            words.add(is.name());
        }
        if (idleNodes != null) {
            words.add("at least " + idleNodes + " idle nodes");
        }
        if (pendingJobs != null) {
            words.add("at most " + pendingJobs + " jobs wait");
        }
        return String.join(", ", words);
    }

    List<Violation> violations(String pointer) {
        List<Violation> all = new ArrayList<>();
        if (site == null) {
            all.add(new Violation(pointer + "/site", "name the site"));
        }
        if (is == null && idleNodes == null && pendingJobs == null) {
            all.add(new Violation(pointer, "give at least one of is, idleNodes and pendingJobs"));
        }
        if (is == State.DOWN && (idleNodes != null || pendingJobs != null)) {
            all.add(new Violation(pointer, "nodes and jobs of a site that is down are not seen"));
        }
        if (idleNodes != null && idleNodes < 1) {
            all.add(new Violation(pointer + "/idleNodes", "idleNodes is at least 1"));
        }
        if (pendingJobs != null && pendingJobs < 0) {
            all.add(new Violation(pointer + "/pendingJobs", "pendingJobs is at least 0"));
        }
        if (partition != null && (partition.isEmpty() || partition.length() > MAX_NAME
                || partition.chars().anyMatch(Character::isISOControl))) {
            all.add(new Violation(pointer + "/partition", "a partition's name has 1 to " + MAX_NAME
                    + " characters, none of them a control character"));
        }
        return all;
    }
}
