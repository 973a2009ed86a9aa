package org.diamondhpc.site.scheduler.slurm;

import java.util.LinkedHashMap;
import java.util.Map;

/** Why a job waits, in words. Source: {@code squeue(1)}, "JOB REASON CODES", and Slurm's {@code slurm_protocol_defs.c}. */
final class PendingReasons {
    private static final Map<String, String> EXACT = new LinkedHashMap<>();
    private static final Map<String, String> STARTS = new LinkedHashMap<>();

    static {
        EXACT.put("None", "not looked at by the scheduler yet");
        EXACT.put("Priority", "jobs of higher priority are ahead of it");
        EXACT.put("Resources", "next in line; waits until enough nodes, cores, GPUs or memory are free");
        EXACT.put("Configuring", "nodes are given to it and are being prepared");
        EXACT.put("BeginTime", "may not start before its begin time (after a requeue about two minutes)");
        EXACT.put("Dependency", "waits for a job it depends on");
        EXACT.put("DependencyNeverSatisfied", "depends on a job that did not end as required; will never start");
        EXACT.put("JobHeldUser", "held by its owner; `release` lets it go");
        EXACT.put("JobHeldAdmin", "held by an administrator of the site, who alone can release it");
        EXACT.put("job requeued in held state", "was started again and held; `release` lets it go");
        EXACT.put("job_requeued_in_held_state", "was started again and held; `release` lets it go");
        EXACT.put("JobArrayTaskLimit", "as many elements of its array run as it allows at a time");
        EXACT.put("PartitionDown", "the partition does not start jobs now");
        EXACT.put("PartitionInactive", "the partition is inactive");
        EXACT.put("PartitionTimeLimit", "asks for more time than the partition allows; will not start as it is");
        EXACT.put("PartitionNodeLimit", "asks for more (or fewer) nodes than the partition allows; will not start as it is");
        EXACT.put("PartitionConfig", "the partition cannot serve the request as it is configured now");
        EXACT.put("BadConstraints", "no node can ever satisfy what it asks for");
        EXACT.put("NodeDown", "a node it needs is down");
        EXACT.put("ReservationDeleted", "its reservation was deleted");
        EXACT.put("Reservation", "waits for its reservation to begin");
        EXACT.put("Licenses", "waits for a software licence");
        EXACT.put("Prolog", "the site's start-up program is running");
        EXACT.put("Cleaning", "its last run is still being cleaned up after");
        EXACT.put("InvalidAccount", "its account is not valid any more");
        EXACT.put("InvalidQOS", "its QOS is not valid any more");
        EXACT.put("AccountNotAllowed", "its account may not use the partition");
        EXACT.put("QOSNotAllowed", "its QOS may not be used in the partition");
        EXACT.put("AccountingPolicy", "a limit of the account is reached");
        EXACT.put("JobLaunchFailure", "it could not be launched (a node, a file system, a bad program name)");
        EXACT.put("NonZeroExitCode", "it ended with an error");
        EXACT.put("SystemFailure", "a failure of Slurm, a file system or the network");
        EXACT.put("BurstBufferResources", "waits for burst buffer space");
        EXACT.put("BurstBufferStageIn", "its data are moved into the burst buffer");
        EXACT.put("FrontEndDown", "no front-end node is up");
        EXACT.put("SchedDefer", "the site does not schedule on submission; the next round will");
        EXACT.put("MaxPowerCap", "the site's power budget is used up");
        EXACT.put("Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions",
                "nodes it needs are down, drained or kept for partitions of higher priority");
        STARTS.put("ReqNodeNotAvail", "a node it needs is not available: down, drained, or in a reservation such as maintenance");
        STARTS.put("QOSMaxJobsPerUser", "as many of the user's jobs run as the QOS allows");
        STARTS.put("QOSMaxSubmit", "as many of the user's jobs are queued as the QOS allows");
        STARTS.put("QOSMaxWallDuration", "asks for more time than the QOS allows; will not start as it is");
        STARTS.put("QOSMax", "a limit of the QOS is reached by the user's running jobs or by the job itself");
        STARTS.put("QOSMin", "asks for less than the QOS requires; will not start as it is");
        STARTS.put("QOSGrp", "all jobs of the QOS together have reached its limit");
        STARTS.put("QOSJobLimit", "as many jobs run as the QOS allows");
        STARTS.put("QOSResourceLimit", "a resource limit of the QOS is reached");
        STARTS.put("QOSTimeLimit", "the time limit of the QOS is reached");
        STARTS.put("QOSUsageThreshold", "the account has used too much for this QOS");
        STARTS.put("AssocGrpCPUMinutes", "the account's budget of processor minutes is used up or reserved by running jobs");
        STARTS.put("AssocGrpBilling", "the account's budget is used up or reserved by running jobs");
        STARTS.put("AssocGrp", "all jobs of the account together have reached its limit");
        STARTS.put("AssocMaxWallDuration", "asks for more time than the account allows; will not start as it is");
        STARTS.put("AssocMaxJobs", "as many of the user's jobs run as the account allows");
        STARTS.put("AssocMaxSubmit", "as many of the user's jobs are queued as the account allows");
        STARTS.put("AssocMax", "a limit of the account is reached by the user's running jobs or by the job itself");
        STARTS.put("AssociationJobLimit", "as many jobs run as the account allows");
        STARTS.put("AssociationResourceLimit", "a resource limit of the account is reached");
        STARTS.put("AssociationTimeLimit", "the account's time limit is reached");
        STARTS.put("MaxGRESPerAccount", "the account's GPUs are all in use");
        STARTS.put("MaxCpuPerAccount", "the account's processors are all in use");
        STARTS.put("MaxJobsPerAccount", "as many jobs of the account run as is allowed");
        STARTS.put("MaxNodePerAccount", "the account's nodes are all in use");
        STARTS.put("MaxMemPerLimit", "asks for more memory than is allowed; will not start as it is");
        STARTS.put("Partition", "the partition does not allow it now");
        STARTS.put("Dependency", "waits for a job it depends on");
    }

    private PendingReasons() {
    }

    /** A word nobody knows is passed on as it is. */
    static String explain(String reason) {
        String word = reason.strip();
        word = word.startsWith("(") && word.endsWith(")") ? word.substring(1, word.length() - 1) : word;
        String exact = EXACT.get(word);
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<String, String> start : STARTS.entrySet()) {
            if (word.startsWith(start.getKey())) {
                return start.getValue();
            }
        }
        return "the scheduler says: " + word;
    }
}
