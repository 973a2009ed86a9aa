package org.diamondhpc.schemas.request;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.Calibration;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.PredictionTruth;

/** The answer to a {@link SiteRequest}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = SiteReply.Listing.class, name = "listing"),
    @JsonSubTypes.Type(value = SiteReply.FileFacts.class, name = "file-facts"),
    @JsonSubTypes.Type(value = SiteReply.Content.class, name = "content"),
    @JsonSubTypes.Type(value = SiteReply.Claimed.class, name = "claimed"),
    @JsonSubTypes.Type(value = SiteReply.Plan.class, name = "plan"),
    @JsonSubTypes.Type(value = SiteReply.Predictions.class, name = "predictions"),
    @JsonSubTypes.Type(value = SiteReply.Seen.class, name = "seen"),
    @JsonSubTypes.Type(value = SiteReply.Prompts.class, name = "prompts"),
    @JsonSubTypes.Type(value = SiteReply.HostKey.class, name = "host-key"),
    @JsonSubTypes.Type(value = SiteReply.Draft.class, name = "draft"),
    @JsonSubTypes.Type(value = SiteReply.Added.class, name = "added"),
    @JsonSubTypes.Type(value = SiteReply.Applications.class, name = "applications"),
    @JsonSubTypes.Type(value = SiteReply.Translated.class, name = "translated"),
    @JsonSubTypes.Type(value = SiteReply.Done.class, name = "done"),
    @JsonSubTypes.Type(value = SiteReply.Failed.class, name = "failed")
})
public sealed interface SiteReply {
    /** A folder's entries by name; {@code next} is the last name where more follow. */
    record Listing(String path, List<Entry> entries, String next) implements SiteReply {
        public Listing {
            entries = Absent.list(entries);
        }
    }

    /**
     * One entry of a folder.
     *
     * @param name as text; where the bytes are not UTF-8, escaped as {@code \xNN} and {@code odd} is true
     */
    record Entry(String name, boolean odd, Type type, long size, Instant modified, String mode) {
        /** What the entry is; links are not followed. */
        public enum Type {
            FILE, DIRECTORY, LINK, OTHER
        }
    }

    record FileFacts(String path, Entry entry) implements SiteReply {
    }

    /**
     * A piece of a file.
     *
     * @param base64 the bytes
     * @param size the file's size now, bytes
     */
    record Content(String path, long offset, String base64, long size, boolean end) implements SiteReply {
    }

    /** The file lies in the claim store under its SHA-256. */
    record Claimed(String sha256, long size) implements SiteReply {
    }

    /** Where it would go; {@code chosen} absent where no place can be had. */
    record Plan(Placement chosen, List<Candidate> candidates, Problem problem) implements SiteReply {
        public Plan {
            candidates = Absent.list(candidates);
        }
    }

    /** Placements, the latest first, and what predictions were worth by place. */
    record Predictions(List<PredictionTruth> items, List<Calibration> calibration) implements SiteReply {
        public Predictions {
            items = Absent.list(items);
            calibration = Absent.list(calibration);
        }
    }

    record Seen(SiteSnapshot snapshot) implements SiteReply {
    }

    /** The site asks these; {@code key} is the public key the answers are encrypted for. */
    record Prompts(String step, String instruction, List<Prompt> prompts, String key) implements SiteReply {
        public Prompts {
            prompts = Absent.list(prompts);
        }
    }

    /** One question; {@code echo} false: the answer is a secret. */
    record Prompt(String text, boolean echo) {
    }

    /**
     * A script carried over.
     *
     * @param family whose script it was
     * @param task the same as a task
     * @param notes all that is not the same, grave ones last
     * @param script the same as a script for the site that was asked for; absent where none was
     */
    record Translated(String family, TaskSpec task, List<ScriptNote> notes, String script) implements SiteReply {
        public Translated {
            notes = Absent.list(notes);
        }
    }

    /**
     * The key a new site shows. Nobody has logged in.
     *
     * @param line as a profile pins it
     * @param known whether Diamond's own user has this very key in its {@code known_hosts}
     */
    record HostKey(String host, int port, String type, String fingerprint, String line, boolean known)
            implements SiteReply {
    }

    /**
     * What a new site's profile could be.
     *
     * @param profile YAML
     * @param family the scheduler's family
     * @param seen what a first look with this profile showed; absent: there was none
     * @param facts what the login node has
     * @param notes what an operator should know before the yes
     */
    record Draft(SiteId site, String profile, String family, SiteSnapshot seen, SiteFacts facts, List<String> notes)
            implements SiteReply {
        public Draft {
            notes = Absent.list(notes);
        }
    }

    record Added(SiteId site) implements SiteReply {
    }

    /** By name. */
    record Applications(List<Application> applications) implements SiteReply {
        public Applications {
            applications = Absent.list(applications);
        }
    }

    record Done(String detail) implements SiteReply {
    }

    record Failed(Problem problem) implements SiteReply {
    }
}
