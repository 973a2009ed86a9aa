"""Slurm: a cluster of it runs in the testbed; here its commands are told when to fail."""
from state import *
from state import contextlib, json, os, re, sys, time


def slurm_clock(at):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at)) if at else "Unknown"


def slurm_fields(number, job):
    """The job by squeue's letters, and its exit."""
    x = job["elements"]["None"]
    code = x.get("code", 0)
    state = {"wait": "PENDING", "run": "RUNNING", "over": {"timeout": "TIMEOUT", "cancel": "CANCELLED"}.get(
        x.get("how"), "FAILED" if code else "COMPLETED")}[x["state"]]
    return {"i": number, "T": state, "r": "JobHeldUser" if job["held"] else "None", "S": slurm_clock(x.get("start")),
            "V": slurm_clock(job["submitted"]), "e": slurm_clock(x.get("end")), "N": "a001" if "start" in x else "",
            "Z": job["cwd"], "k": job["token"], "exit": "%d:0" % code}


def sbatch(args):
    script = open(args[-1]).read()
    directive = lambda o: re.search(r"^#SBATCH --%s=(.*)$" % o, script, re.M).group(1)
    d, h, m, s = map(int, re.match(r"(\d+)-(\d+):(\d+):(\d+)", directive("time")).groups())
    print(submit(script, directive("job-name"), directive("comment"), directive("chdir"), d * 86400 + h * 3600 + m * 60 + s,
                 [None], 1, directive("output"), directive("error"),
                 lambda n, _: {"SLURM_JOB_ID": n, "SLURM_JOB_NODELIST": "a001"}))


def squeue(args):
    if "-o" in args:
        with jobs() as all_jobs:
            for number, job in all_jobs.items():
                fields = slurm_fields(number, job)
                print(re.sub(r"%([a-zA-Z])", lambda m: fields[m.group(1)], option(args, "-o")))


def sacct(args):
    asked = (option(args, "-j") or "").split(",")
    with jobs() as all_jobs:
        for number, job in all_jobs.items():
            if "-j" not in args or number in asked:
                f = slurm_fields(number, job)
                print("\x1f".join([number, f["T"], f["exit"], f["V"], f["S"], f["e"], "1", "00:00:01", "", "", "", f["N"], "None",
                                   f["Z"]]))


def scontrol(args):
    with jobs() as all_jobs:
        if args[0] in ("hold", "release"):
            if args[1] not in all_jobs:
                fail(1, "slurm_load_jobs error: Invalid job id specified")
            all_jobs[args[1]]["held"] = args[0] == "hold"
        elif args[0] == "ping":
            print("Slurmctld(primary) at alpha-login1 is UP")
        elif args[0] == "--version":
            print("slurm-wlm 22.05.8")
        elif args[0] == "show" and args[1] in ("config", "partition", "node", "reservation"):
            print(recorded("alpha/" + {"config": "scontrol-show-config", "reservation": "resv"}.get(
                args[1], "scontrol-show-%s-o" % args[1]) + ".txt"), end="")


def scancel(args):
    with jobs() as all_jobs:
        if args[-1] in all_jobs:
            cancel(all_jobs[args[-1]])


COMMANDS = {"sbatch": sbatch, "squeue": squeue, "sacct": sacct, "scontrol": scontrol, "scancel": scancel,
            "sacctmgr": lambda _: None, "sshare": lambda _: None}
