"""Flux, by what 0.88 printed of a job in each state."""
from state import *
from state import contextlib, json, os, re, sys, time


def flux_record(number, job):
    element = job["elements"]["None"]
    code = element.get("code", 0)
    file = {
        "wait": "flux/fin/json-DEP.out", "run": "flux/fin/json-RUN.out",
        "over": "flux/" + {"timeout": "fin/json-TO", "cancel": "cancel-running-json" if element.get("ran") else
                           "fx/cancel-pend-json"}.get(element.get("how"), "fin/json-ON" if code == 0 else "fin/json-B7")
                + ".out"}[element["state"]]
    record = json.loads(recorded(file))
    if element["state"] != "over":
        for key in ("t_cleanup", "t_inactive", "result", "waitstatus", "returncode", "success", "runtime"):
            record.pop(key, None)
        record.update(state="RUN" if element["state"] == "run" else "SCHED", dependencies=[],
                      exception={"occurred": False})
    if element["state"] == "wait":
        for key in ("t_run", "nodelist", "ranks", "nnodes"):
            record.pop(key, None)
    elif "start" in element:
        record.update(t_run=element["start"], nodelist="fc001")
    if element["state"] == "over" and "how" not in element:
        record.update(waitstatus=code << 8, returncode=code)
    if "end" in element:
        record["t_inactive"] = element["end"]
    record.update(id=int(number), name=job["name"], cwd=job["cwd"], t_submit=job["submitted"],
                  urgency=0 if job["held"] else 16, priority=0 if job["held"] else 16, username=ME)
    return record


def flux(args):
    if fault("down"):
        fail(1, "flux-%s: ERROR: Unable to connect to Flux: broker socket /run/flux/local was not found" % args[0])
    verb = args[0]
    if verb in ("submit", "batch"):
        flux_submit(verb, args[1:])
    elif verb == "version":
        print(recorded("flux/version.out"), end="")
    elif verb == "resource":
        print(recorded("flux/resource-R.out" if args[1] == "R" else "flux/drain-resource-list-o.out"), end="")
    elif verb == "queue":
        print("\n".join("|".join((l.split("|")[:6] + l.split("|")[8:9])) for l in recorded("flux/queue-list-o.out").splitlines()))
    elif verb == "getattr":
        print("fc001")
    elif verb == "jobs":
        flux_jobs(args[1:])
    elif verb == "job" and args[1] == "id":
        if not re.match(r"f?\d+$", args[-1]):
            fail(1, "flux-job: invalid job id")
        print(args[-1].lstrip("f"))
    else:
        with jobs() as all_jobs:
            number = args[1] if verb == "cancel" else args[2]
            job = all_jobs.get(number)
            if job is None or state(job) == "over":
                fail(1, "flux-%s: ERROR: f%s: %s" % (verb, number, "unknown job id" if job is None else "job is inactive"))
            if verb == "cancel":
                cancel(job)
            else:
                job["held"] = args[3] == "hold"


def flux_submit(verb, args):
    script = open(args[-1]).read()
    given = args[:-1] if verb == "submit" else re.findall(r"^#flux: (.*)$", script, re.M)
    options = dict(o[2:].split("=", 1) if "=" in o else (o[2:], "") for o in given)
    if options.get("queue", "batch") not in ("batch", "debug"):
        fail(1, "[Errno 1] Invalid queue '%s' specified" % options["queue"])
    variable = "FLUX_JOB_ID" if verb == "submit" else "FLUX_ENCLOSING_ID"
    print("f%d" % submit(script, options["job-name"], None, options["cwd"], float(options["time-limit"].rstrip("s")),
                         [None], 1, options["output"], options["error"], lambda number, _: {variable: "f" + number}))


def flux_jobs(args):
    asked = [a for a in args if a.isdigit()]
    with jobs() as all_jobs:
        chosen = asked or [n for n, j in all_jobs.items() if "-a" in args or state(j) != "over"]
        for a in asked:
            if a not in all_jobs:
                sys.stderr.write("JobID %s unknown\n" % a)
        found = [flux_record(n, all_jobs[n]) for n in chosen if n in all_jobs]
    if "--json" not in args:
        for record in found:
            print(record["state"])
    elif len(asked) == 1 and found:
        print(json.dumps(found[0]))
    elif found or not asked:
        print(json.dumps({"jobs": found}))
    if asked and not found:
        sys.exit(1)


COMMANDS = {"flux": flux}
