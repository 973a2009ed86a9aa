"""LSF: no output was ever recorded; this is the documented form."""
from state import *
from state import contextlib, json, os, re, sys, time


def lsf_clock(at):
    return time.strftime("%b %e %H:%M:%S %Y", time.gmtime(at)) if at else "-"


def bsub(args):
    if fault("down"):
        fail(255, "Failed in an LSF library call: LIM is down; try later. Job not submitted.")
    script = sys.stdin.read()
    directive = lambda o: re.search(r'^#BSUB -%s "?([^"\n]*)"?$' % o, script, re.M)
    if directive("q") and directive("q").group(1) not in ("normal", "short"):
        fail(255, "%s: No such queue. Job not submitted." % directive("q").group(1))
    elements, most = [None], 1
    name = directive("J").group(1)
    indices = re.search(r"\[(\d+)-(\d+):(\d+)\](?:%(\d+))?", name)
    if indices:
        a, b, step, cap = indices.groups()
        elements, most = list(range(int(a), int(b) + 1, int(step))), int(cap or 1000)
    # A minute is three seconds here.
    number = submit(script, name.split("[")[0], directive("Jd").group(1), directive("cwd").group(1),
                    int(directive("W").group(1)) * 3, elements, most, None, None,
                    lambda n, i: {"LSB_JOBID": n, "LSB_JOBINDEX": i or "0"})
    print("Job <%d> is submitted to queue <normal>." % number)


def bjobs(args):
    if fault("down"):
        fail(255, "LSF is down. Please wait ...")
    asked = [a for a in args if a.isdigit()]
    rows = []
    with jobs() as all_jobs:
        for number, job in all_jobs.items():
            for e, x in job["elements"].items():
                how, code = x.get("how"), x.get("code", 0)
                stat = {"wait": "PSUSP" if job["held"] else "PEND", "run": "RUN",
                        "over": "EXIT" if how or code else "DONE"}[x["state"]]
                reason = {"timeout": "TERM_RUNLIMIT: job killed after reaching LSF run time limit",
                          "cancel": "TERM_OWNER: job killed by owner"}.get(how, "-")
                if "-o" in args and "stat" == option(args, "-o"):
                    if number in asked:
                        print(stat)
                elif "-a" in args or x["state"] != "over":
                    over = x["state"] == "over"
                    rows.append([number, "0" if e == "None" else e, stat, lsf_clock(job["submitted"]),
                                 lsf_clock(x.get("start")), lsf_clock(x["end"]) if over else lsf_clock(
                                     x["start"] + job["limit"]) + " L" if "start" in x else "-",
                                 "hostA" if "start" in x else "-",
                                 "140" if how == "timeout" else "130" if how else str(code) if code else "-",
                                 reason if over else "-", "1 second(s)", "0.1 second(s)", "12 Mbytes", "1", job["token"],
                                 job["folder"], "New job is waiting for scheduling;" if x["state"] == "wait" else "-"])
    if "-o" in args and "stat" == option(args, "-o"):
        return
    if "user" in (option(args, "-o") or "").split():
        rows = [[r[0], r[1], r[2], ME, "normal", r[12], "1", r[9], "10.0", r[3], r[6]] for r in rows]
    if not rows:
        fail(255, "No job found")
    print("\n".join("^".join(r) for r in rows))


def lsf_act(args):
    with jobs() as all_jobs:
        job = all_jobs.get(args[-1])
        if job is None:
            fail(255, "Job <%s>: No matching job found" % args[-1])
        if state(job) == "over":
            fail(255, "Job <%s>: Job has already finished" % args[-1])
        if NAME == "bkill":
            cancel(job)
            print("Job <%s> is being terminated" % args[-1])
        else:
            job["held"] = NAME == "bstop"


def lsf_look(args):
    print({
        "lsid": "IBM Spectrum LSF Standard 10.1.0.13, Apr 15 2022\nMy cluster name is cluster1\nMy master name is hostA",
        "bparams": "Default Queues:  normal\nMBD_SLEEP_TIME used for calculations:  20 seconds",
        "lshosts": "HOST_NAME      type       model  cpuf ncpus maxmem maxswp server RESOURCES\n"
                   "hostA        X86_64  Intel_EM64T  60.0    16    64G      4G    Yes (mg bigmem)",
        "bhosts": "HOST_NAME          STATUS          JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
                  "hostA              ok              -     16      0      0      0      0      0",
        "bqueues": "QUEUE: normal\n  -- For normal low priority jobs.  This is the default queue.\n\n"
                   "PARAMETERS/STATISTICS\nPRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV PJOBS\n"
                   " 30    0  Open:Active       -    -    -    -     0     0     0     0     0    0     0\n\nMAXIMUM LIMITS:\n"
                   " RUNLIMIT\n 1440.0 min\n\nUSERS: all\nHOSTS:  all\n"}[NAME])


COMMANDS = {"bsub": bsub, "bjobs": bjobs, "bkill": lsf_act, "bstop": lsf_act, "bresume": lsf_act, "lsid": lsf_look,
            "bparams": lsf_look, "lshosts": lsf_look, "bhosts": lsf_look, "bqueues": lsf_look}
