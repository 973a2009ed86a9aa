package org.diamondhpc.schemas.task;

import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.TenantId;

/**
 * Where an attempt's files lie at a site: the contract between the services that stage, submit, watch and collect.
 * All names are made of ids, so they are legal everywhere.
 *
 * @param directory {@code ROOT/attempts/TENANT/TASK.N}, with ROOT the profile's absolute storage root
 */
public record AttemptLayout(String directory) {
    /** Under the storage root: one line for each start and end of a job of the account, appended by the jobs. */
    public static final String HINTS = "hints";
    /** Under the attempt: the job's working directory, with the staged inputs. */
    public static final String WORK = "work";
    /** What the scheduler is given. */
    public static final String JOB_SCRIPT = "job.sh";
    /** The user's own script, or the program with its arguments and environment. */
    public static final String USER_SCRIPT = "run.sh";
    /** The scheduler's id, written in the moment the scheduler gave it. */
    public static final String JOB_ID = "jobid";
    /** A symbolic link whose target is the id of the one job that may run the work; made by that job, atomically. */
    public static final String CLAIM = "claim";
    /** {@code JOBID EPOCH_MILLIS NODE} of the start. */
    public static final String STARTED = "started";
    /** {@code JOBID EXIT_CODE EPOCH_MILLIS} of the end. */
    public static final String EXIT = "exit";
    /**
     * A symbolic link whose target tells a job that waits for it whether it does the work: {@link #GO_RUN}, or anything
     * else, which no later word changes. The job makes it itself when it waits no more.
     */
    public static final String GO = "go";
    public static final String GO_RUN = "run";
    public static final String STDOUT = "stdout";
    public static final String STDERR = "stderr";
    /** {@code duplicate.JOBID}: a second job of this attempt that was fenced off. */
    public static final String DUPLICATE_PREFIX = "duplicate.";
    /** {@code SHA256 SIZE RELATIVE_PATH} lines of the outputs, written by the job before its end. */
    public static final String MANIFEST = "manifest";

    public static AttemptLayout of(String storageRoot, TenantId tenant, AttemptId attempt) {
        return new AttemptLayout(storageRoot + "/attempts/" + tenant + "/" + attempt);
    }

    public static String hints(String storageRoot) {
        return storageRoot + "/" + HINTS;
    }

    public String work() {
        return path(WORK);
    }

    public String path(String name) {
        return directory + "/" + name;
    }

    /** For an array's element, {@code NAME.INDEX}: claims, starts, ends and streams are each element's own. */
    public static String element(String name, int index) {
        return name + "." + index;
    }
}
