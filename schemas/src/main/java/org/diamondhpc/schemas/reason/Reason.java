package org.diamondhpc.schemas.reason;

import static org.diamondhpc.schemas.reason.Outcome.PERMANENT;
import static org.diamondhpc.schemas.reason.Outcome.TEMPORARY;
import static org.diamondhpc.schemas.reason.Outcome.UNKNOWN;

/**
 * Every reason Diamond gives, the same on every edge. A code never changes its meaning; the family is the word
 * before the first underscore.
 */
public enum Reason {
    INVALID_REQUEST(PERMANENT, "Correct the named fields and send the request again."),
    INVALID_SPEC(PERMANENT, "Correct the named fields of the task specification; all errors are listed."),
    INVALID_PATH(PERMANENT, "Use a path as documented: ws://NAME/path, SITE:/path, without .. and control characters."),
    INVALID_IDEMPOTENCY_KEY(PERMANENT, "The key was used with another request body; use a new key for a new request."),
    INVALID_CURSOR(PERMANENT, "Start again without a cursor."),
    INVALID_STATE(PERMANENT, "The object's state does not allow this; read it again and decide."),
    INVALID_TOO_LARGE(PERMANENT, "Send less, or put large data into a workspace file and refer to it."),
    INVALID_NOT_FOUND(PERMANENT, "Check the id; list the objects to see which exist."),

    AUTH_MISSING(PERMANENT, "Send a bearer token in force: one that `diamond up` wrote to its tokens folder, or your identity provider's."),
    AUTH_FORBIDDEN(PERMANENT, "The token's tenant or role may not do this; use another token."),

    POLICY_IN_FLIGHT(TEMPORARY, "The same request is being worked on; ask again after the given time."),
    POLICY_RATE_LIMITED(TEMPORARY, "Send requests more slowly; try again after the given time."),
    POLICY_DENIED(PERMANENT, "The operator's policy forbids this; ask the operator."),
    POLICY_AGENT_LIMIT(PERMANENT, "Begin another turn to go on from here, or ask the operator for a higher limit."),

    MODEL_UNAVAILABLE(TEMPORARY, "The model's endpoint does not answer as it should; begin another turn later, or with another model."),
    MODEL_MISCONFIGURED(PERMANENT, "The operator must correct the model's endpoint, name or key (agent.models)."),
    MODEL_REFUSED(PERMANENT, "The model declined; say the goal otherwise, or choose another model."),

    SITE_UNKNOWN(PERMANENT, "List the sites; add a new one with `diamond site add user@host`."),
    SITE_NO_ACCOUNT(PERMANENT, "The tenant has no account at this site; add one to the site's profile."),
    SITE_UNREACHABLE(TEMPORARY, "The site does not answer; Diamond tries again by itself."),
    SITE_HOST_KEY_UNKNOWN(PERMANENT, "Compare the fingerprint with the site's administrators and pin the key in the profile."),
    SITE_HOST_KEY_CHANGED(PERMANENT, "Ask the site's administrators whether the key was changed, then pin the new one."),
    SITE_AUTH_REFUSED(PERMANENT, "The site refused the login; check the user, key or certificate in the profile."),
    SITE_NEEDS_LOGIN(TEMPORARY, "Log in once with `diamond login SITE`; waiting tasks then go on by themselves."),
    SITE_CONNECTION_LOST(UNKNOWN, "The connection was cut; Diamond looks at the site before it tries again."),
    SITE_TIMEOUT(UNKNOWN, "The site did not answer in time; Diamond looks at the site before it tries again."),
    SITE_BUSY(TEMPORARY, "All connections to the site are in use; Diamond tries again by itself."),
    SITE_DISK_FULL(TEMPORARY, "Quota or disk at the site is full; free space there, then retry the task."),
    SITE_PERMISSION_DENIED(PERMANENT, "The account may not read or write this path at the site."),
    SITE_NO_SUCH_FILE(PERMANENT, "The file does not exist at the site; list the folder."),
    SITE_FILE_EXISTS(PERMANENT, "Something is in the way at this path; remove it or choose another path."),
    SITE_COMMAND_FAILED(PERMANENT, "The site's command failed; its message is in the detail."),
    SITE_MISCONFIGURED(PERMANENT, "A command the site's profile relies on is missing or answers oddly; set `prologue` in the profile."),

    SCHEDULER_UNAVAILABLE(TEMPORARY, "The scheduler does not answer; Diamond waits for it and goes on by itself."),
    SCHEDULER_UNCONFIRMED(UNKNOWN, "Whether the job was accepted is not known yet; Diamond looks for it before it tries again."),
    SCHEDULER_BUSY(TEMPORARY, "A limit on submitted jobs is reached; Diamond submits again when jobs have ended."),
    SCHEDULER_INVALID_ACCOUNT(PERMANENT, "Use one of the accounts that the site's page lists."),
    SCHEDULER_INVALID_PARTITION(PERMANENT, "Use one of the queues that the site's page lists."),
    SCHEDULER_INVALID_QOS(PERMANENT, "Use one of the QOS that the site's page lists."),
    SCHEDULER_LIMIT_EXCEEDED(PERMANENT, "Ask for less time or fewer resources, or choose another queue."),
    SCHEDULER_INFEASIBLE(PERMANENT, "No node there can satisfy the request; see the verdicts for what can."),
    SCHEDULER_REFUSED(PERMANENT, "The scheduler refused the job; its message is in the detail."),
    SCHEDULER_JOB_FAILED(PERMANENT, "The program ended with an error; read stderr with `diamond logs TASK`."),
    SCHEDULER_JOB_TIMEOUT(PERMANENT, "The time limit ended the job; ask for more time or checkpoint."),
    SCHEDULER_JOB_OUT_OF_MEMORY(PERMANENT, "The job used more memory than asked for; ask for more."),
    SCHEDULER_JOB_CANCELLED(PERMANENT, "The job was cancelled at the site; the detail says by whom."),
    SCHEDULER_JOB_PREEMPTED(TEMPORARY, "A job of higher priority took the place; retry."),
    SCHEDULER_NODE_FAILED(TEMPORARY, "A node failed under the job; retry, the node is excluded."),
    SCHEDULER_JOB_LAUNCH_FAILED(PERMANENT, "The job could not be started at the site; the detail says why."),
    SCHEDULER_JOB_DEADLINE(PERMANENT, "The job could not end before its deadline."),
    SCHEDULER_DEPENDENCY_FAILED(PERMANENT, "A task this one depends on did not end as required."),
    SCHEDULER_JOB_LOST(UNKNOWN, "Neither the queue, the accounting nor the job's own files know its end; the evidence is attached."),

    PLACEMENT_INFEASIBLE(PERMANENT, "No site can run this; the verdicts say why for each site and partition."),
    PLACEMENT_NOT_CHOSEN(TEMPORARY, "Nothing to do: none of the work ran, and the task is placed again."),
    PLACEMENT_NO_SITE_AVAILABLE(TEMPORARY, "Sites that could run this are down or need a login; Diamond waits for them."),

    TRANSFER_SOURCE_MISSING(PERMANENT, "The source does not exist; check the path."),
    TRANSFER_CHECKSUM_MISMATCH(TEMPORARY, "The bytes differ from what was promised; Diamond transfers again."),
    TRANSFER_INTERRUPTED(TEMPORARY, "The transfer was cut; Diamond resumes it by itself."),
    TRANSFER_OUTPUT_MISSING(PERMANENT, "The job ended well but a required output is missing; check its name in the specification."),
    TRANSFER_NEEDS_CONSENT(TEMPORARY, "A person must give consent; follow the link in the detail."),
    TRANSFER_NEEDS_SIGN_ON(TEMPORARY, "A person must sign on again; follow the link in the detail. The transfer goes on by itself."),
    TRANSFER_PAUSED(TEMPORARY, "An administrator of an endpoint paused transfers there; ask who the detail names."),
    TRANSFER_STALLED(TEMPORARY, "The transfer makes no progress, the detail says why; it is tried on until its deadline."),
    TRANSFER_EXPIRED(PERMANENT, "The transfer's deadline passed; the detail says what held it up. Correct that and ask again."),
    TRANSFER_SERVICE_AWAY(TEMPORARY, "The transfer service or one of its endpoints does not answer; Diamond tries again by itself."),
    TRANSFER_SERVICE_REFUSED(TEMPORARY, "The transfer service refuses Diamond's identity; the operator must correct the configured client or its secret, then it goes on by itself."),
    TRANSFER_STORE_FULL(TEMPORARY, "Diamond's own store is full; the operator must free space."),
    TRANSFER_FAILED(PERMANENT, "The transfer failed; the detail says why."),

    INTERNAL_ERROR(UNKNOWN, "An error of Diamond's own; the operator finds it in the logs by the given id."),
    INTERNAL_UNAVAILABLE(TEMPORARY, "A part of Diamond is starting or down; try again after the given time.");

    private final Outcome outcome;
    private final String whatToDo;

    Reason(Outcome outcome, String whatToDo) {
        this.outcome = outcome;
        this.whatToDo = whatToDo;
    }

    public Outcome outcome() {
        return outcome;
    }

    public String whatToDo() {
        return whatToDo;
    }

    /** The word before the first underscore: INVALID, AUTH, POLICY, MODEL, SITE, SCHEDULER, PLACEMENT, TRANSFER, INTERNAL. */
    public String family() {
        return name().substring(0, name().indexOf('_'));
    }
}
