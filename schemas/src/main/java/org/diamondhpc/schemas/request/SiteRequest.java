package org.diamondhpc.schemas.request;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * A short operation at a site that somebody waits for. Paths are absolute, or begin with {@code ~/} for the
 * account's home, or with {@code @/} for the storage root of the site's profile. Answered by one {@link SiteReply}
 * on {@code diamond.site.replies.v1}; {@link RequestTypes} names them. All but the writing ones may be repeated at
 * will.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = SiteRequest.ListFiles.class, name = "list-files"),
    @JsonSubTypes.Type(value = SiteRequest.StatFile.class, name = "stat-file"),
    @JsonSubTypes.Type(value = SiteRequest.ReadFile.class, name = "read-file"),
    @JsonSubTypes.Type(value = SiteRequest.TailFile.class, name = "tail-file"),
    @JsonSubTypes.Type(value = SiteRequest.FetchFile.class, name = "fetch-file"),
    @JsonSubTypes.Type(value = SiteRequest.MakeDirectory.class, name = "make-directory"),
    @JsonSubTypes.Type(value = SiteRequest.RenameFile.class, name = "rename-file"),
    @JsonSubTypes.Type(value = SiteRequest.DeleteFile.class, name = "delete-file"),
    @JsonSubTypes.Type(value = SiteRequest.PlanPlacement.class, name = "plan-placement"),
    @JsonSubTypes.Type(value = SiteRequest.ReadPredictions.class, name = "read-predictions"),
    @JsonSubTypes.Type(value = SiteRequest.RefreshSite.class, name = "refresh-site"),
    @JsonSubTypes.Type(value = SiteRequest.HoldJob.class, name = "hold-job"),
    @JsonSubTypes.Type(value = SiteRequest.ReleaseJob.class, name = "release-job"),
    @JsonSubTypes.Type(value = SiteRequest.TranslateScript.class, name = "translate-script"),
    @JsonSubTypes.Type(value = SiteRequest.Login.class, name = "login"),
    @JsonSubTypes.Type(value = SiteRequest.DraftSite.class, name = "draft-site"),
    @JsonSubTypes.Type(value = SiteRequest.AddSite.class, name = "add-site"),
    @JsonSubTypes.Type(value = SiteRequest.PutApplication.class, name = "put-application"),
    @JsonSubTypes.Type(value = SiteRequest.ListApplications.class, name = "list-applications"),
    @JsonSubTypes.Type(value = SiteRequest.DeleteApplication.class, name = "delete-application")
})
public sealed interface SiteRequest {
    TenantId tenant();

    /** Which service answers. */
    Responder responder();

    /** Whose lane a request runs in, so that one slow site holds up only itself; absent: no site. */
    default SiteId lane() {
        return null;
    }

    /** The services that answer requests. */
    enum Responder {
        DISCOVERY, TRANSFER, SUBMIT, MONITOR
    }

    /** By transfer-svc. */
    sealed interface FileRequest extends SiteRequest {
        SiteId site();

        /** As above, or {@code globus://COLLECTION/path} in one of the site's collections. */
        String path();

        @Override
        default Responder responder() {
            return Responder.TRANSFER;
        }

        @Override
        default SiteId lane() {
            return site();
        }
    }

    /** At most {@code limit} entries after the name {@code after}. */
    record ListFiles(TenantId tenant, SiteId site, String path, String after, int limit) implements FileRequest {
    }

    record StatFile(TenantId tenant, SiteId site, String path) implements FileRequest {
    }

    /** At most 256 KiB from {@code offset}. */
    record ReadFile(TenantId tenant, SiteId site, String path, long offset, int length) implements FileRequest {
    }

    /** The last {@code bytes} (at most 256 KiB), or what follows {@code offset} where given. */
    record TailFile(TenantId tenant, SiteId site, String path, int bytes, Long offset) implements FileRequest {
    }

    /** Brings the whole file into the claim store. */
    record FetchFile(TenantId tenant, SiteId site, String path, String sha256, Long size) implements FileRequest {
        public Replica source() {
            return Replica.at(site, path);
        }
    }

    record MakeDirectory(TenantId tenant, SiteId site, String path) implements FileRequest {
    }

    record RenameFile(TenantId tenant, SiteId site, String path, String to) implements FileRequest {
    }

    record DeleteFile(TenantId tenant, SiteId site, String path, boolean recursive) implements FileRequest {
    }

    /** By discovery-svc: where would it go, and why. */
    record PlanPlacement(TenantId tenant, TaskOrder order) implements SiteRequest {
        @Override
        public Responder responder() {
            return Responder.DISCOVERY;
        }
    }

    /** By discovery-svc: the latest placements with what was foreseen and what came. @param site absent: all sites */
    record ReadPredictions(TenantId tenant, SiteId site, int limit) implements SiteRequest {
        @Override
        public Responder responder() {
            return Responder.DISCOVERY;
        }
    }

    /** By discovery-svc: look at the site now. */
    record RefreshSite(TenantId tenant, SiteId site) implements SiteRequest {
        @Override
        public Responder responder() {
            return Responder.DISCOVERY;
        }

        @Override
        public SiteId lane() {
            return site;
        }
    }

    /** By submit-svc: keep a waiting job from starting. */
    record HoldJob(TenantId tenant, SiteId site, String jobId) implements SiteRequest {
        @Override
        public Responder responder() {
            return Responder.SUBMIT;
        }

        @Override
        public SiteId lane() {
            return site;
        }
    }

    /** By submit-svc: let a held job go. */
    record ReleaseJob(TenantId tenant, SiteId site, String jobId) implements SiteRequest {
        @Override
        public Responder responder() {
            return Responder.SUBMIT;
        }

        @Override
        public SiteId lane() {
            return site;
        }
    }

    /**
     * By submit-svc: a script written for one scheduler as a task, and as a script for a site. Nothing is asked of any
     * site.
     *
     * @param command the words it was submitted with; may be empty
     * @param keep names of its own site that it keeps
     * @param site whose script is wanted; absent: the task alone
     */
    record TranslateScript(TenantId tenant, String script, List<String> command, Set<KeptName> keep, SiteId site)
            implements SiteRequest {
        public TranslateScript {
            command = Absent.list(command);
            keep = keep == null ? Set.of() : Set.copyOf(keep);
        }

        @Override
        public Responder responder() {
            return Responder.SUBMIT;
        }
    }

    /**
     * By monitor-svc, which keeps the login that all services share: one step of an interactive login. The first
     * step has no answers; the reply holds the site's prompts; the next step brings the answers.
     *
     * @param answers never logged; encrypted for the keeper of the login, since a topic is readable to operators
     */
    record Login(TenantId tenant, SiteId site, String step, String answers) implements SiteRequest {
        @Override
        public Responder responder() {
            return Responder.MONITOR;
        }

        @Override
        public SiteId lane() {
            return site;
        }

        @Override
        public String toString() {
            return "Login[tenant=" + tenant + ", site=" + site + ", step=" + step + "]";
        }
    }

    /** By discovery-svc. */
    sealed interface DiscoveryRequest extends SiteRequest {
        @Override
        default Responder responder() {
            return Responder.DISCOVERY;
        }
    }

    /**
     * A look at a site that is not written down yet. Answered with its host key as long as that is not accepted, then
     * with a draft of its profile.
     */
    record DraftSite(TenantId tenant, NewSite site) implements DiscoveryRequest {
    }

    /** Writes a profile down; a name that is taken is refused. @param profile YAML */
    record AddSite(TenantId tenant, String profile) implements DiscoveryRequest {
    }

    /** What an application needs; measured run times are kept. */
    record PutApplication(TenantId tenant, Application application) implements DiscoveryRequest {
    }

    /** @param name only this; absent: all */
    record ListApplications(TenantId tenant, String name) implements DiscoveryRequest {
    }

    record DeleteApplication(TenantId tenant, String name) implements DiscoveryRequest {
    }
}
