#!/usr/bin/python3
"""Commands of a scheduler that replay recorded outputs by the state a job is in. A submission moves it on: the script
really runs, in a session of its own, and what the commands then print is the record of a job in that state, with this
job's id, times, folder and exit status put in. Where no output was ever recorded (LSF), the documented form stands in.

REPLAY: the folder of the state. SAMPLES: the folder of recorded outputs. Files in REPLAY named down and history-off
are faults."""
import contextlib, fcntl, json, os, re, signal, subprocess, sys, time

HOME = os.environ["REPLAY"]
SAMPLES = os.environ["SAMPLES"]
NAME = os.path.basename(sys.argv[0])
ME = os.environ.get("USER", "alice")


@contextlib.contextmanager
def jobs():
    """All jobs under a lock; what is changed is kept."""
    with open(os.path.join(HOME, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        path = os.path.join(HOME, "jobs.json")
        all_jobs = json.load(open(path)) if os.path.exists(path) else {}
        yield all_jobs
        with open(path + ".new", "w") as f:
            json.dump(all_jobs, f)
        os.replace(path + ".new", path)


def fault(name):
    return os.path.exists(os.path.join(HOME, name))


def recorded(name):
    return open(os.path.join(SAMPLES, name)).read()


def fail(rc, text):
    sys.stderr.write(text + "\n")
    sys.exit(rc)


def submit(script, name, token, cwd, limit, elements, most, out, err, environment):
    """A new job with its runner. elements: [None] where it is no array."""
    with jobs() as all_jobs:
        number = max([100] + [int(k) for k in all_jobs]) + 1
        all_jobs[str(number)] = {
            "name": name, "token": token, "cwd": cwd, "folder": os.getcwd(), "limit": limit, "held": False,
            "submitted": time.time(), "most": most, "out": out, "err": err,
            "elements": {str(e): {"state": "wait"} for e in elements}}
        path = os.path.join(HOME, "script.%d" % number)
        with open(path, "w") as f:
            f.write(script)
    if os.fork() == 0:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for d in (0, 1, 2):
            os.dup2(null, d)
        try:
            run(str(number), path, environment)
        finally:
            os._exit(0)
    return number


def run(number, path, environment):
    """Starts what may start, until all is over."""
    time.sleep(0.9)
    children = {}
    while True:
        with jobs() as all_jobs:
            job = all_jobs[number]
            for e, element in job["elements"].items():
                child = children.get(e)
                if child and child.poll() is not None and element["state"] == "run":
                    code = child.returncode
                    element.update(state="over", end=time.time(), code=code if code >= 0 else 128 - code)
                if child and element["state"] == "run" and time.time() - element["start"] > job["limit"]:
                    with contextlib.suppress(OSError):
                        os.killpg(child.pid, signal.SIGKILL)
                    child.wait()
                    element.update(state="over", end=time.time(), code=143, how="timeout")
                active = sum(1 for x in job["elements"].values() if x["state"] == "run")
                if element["state"] == "wait" and not job["held"] and active < job["most"]:
                    suffix = "" if e == "None" else "." + e
                    children[e] = subprocess.Popen(
                        ["/bin/sh", path], cwd=job["cwd"] if os.path.isdir(job["cwd"]) else "/",
                        env={**{k: v for k, v in os.environ.items() if k not in ("TZ", "LC_ALL")},
                             **environment(number, None if e == "None" else e)},
                        stdin=subprocess.DEVNULL, start_new_session=True,
                        stdout=open(job["out"] + suffix, "a") if job["out"] else subprocess.DEVNULL,
                        stderr=open(job["err"] + suffix, "a") if job["err"] else subprocess.DEVNULL)
                    element.update(state="run", start=time.time(), pid=children[e].pid)
            if all(x["state"] == "over" for x in job["elements"].values()):
                return
        time.sleep(0.1)


def cancel(job):
    """Whether it still had something to end."""
    ended = False
    for element in job["elements"].values():
        if element["state"] == "run":
            with contextlib.suppress(OSError):
                os.killpg(element["pid"], signal.SIGTERM)
            time.sleep(0.3)
            with contextlib.suppress(OSError):
                os.killpg(element["pid"], signal.SIGKILL)
        if element["state"] != "over":
            element.update(state="over", how="cancel", end=time.time(), ran=element["state"] == "run")
            ended = True
    return ended


def state(job):
    states = [x["state"] for x in job["elements"].values()]
    return "run" if "run" in states else "wait" if "wait" in states else "over"


def option(args, name, default=None):
    return args[args.index(name) + 1] if name in args else default


# ---- PBS -----------------------------------------------------------------------------------------------------------
FINISHED = "pbs/qstat-x-f-json-finished-kinds.out"


def pbs_clock(at):
    return time.strftime("%a %b %e %H:%M:%S %Y", time.gmtime(at))


def pbs_record(job, element):
    """The record of a job in this state."""
    held = job["held"] and element["state"] == "wait"
    code = element.get("code", 0)
    file, key = {
        "wait": ("pbs/unk-qstat-mixed.out", "1037") if held else ("pbs/est-qstat-f-json.out", "1074"),
        "run": ("pbs/node-down-jobs-json-1.out", "1067"),
        "over": (FINISHED, {"timeout": "1001", "cancel": "1008" if element.get("ran") else "1012"}.get(
            element.get("how"), "1019" if code == 0 else "1006")),
    }[element["state"]]
    attributes = dict(json.loads(recorded(file))["Jobs"][key + ".pbs-login1"])
    attributes.update(Job_Name=job["name"], Job_Owner=ME + "@pbs-login1", ctime=pbs_clock(job["submitted"]),
                      qtime=pbs_clock(job["submitted"]))
    if "start" in element:
        attributes["stime"] = pbs_clock(element["start"])
    if "end" in element:
        attributes["obittime"] = pbs_clock(element["end"])
    if element["state"] == "over" and "how" not in element:
        attributes["Exit_status"] = code
    attributes["Variable_List"] = {"PBS_O_WORKDIR": job["folder"], "DIAMOND_TOKEN": job["token"]}
    return attributes


def pbs_line(identity, attributes, delimiter):
    fields = ["Job Id: " + identity]
    for name, value in attributes.items():
        if name == "Variable_List":
            fields.append(name + "=" + ",".join("%s=%s" % v for v in value.items()))
        elif isinstance(value, dict):
            fields += ["%s.%s=%s" % (name, k, v) for k, v in value.items()]
        else:
            fields.append("%s=%s" % (name, value))
    return delimiter.join(f.replace("\\", "\\\\").replace("\n", "\\n") for f in fields)


def pbs_lines(number, job, delimiter):
    if "None" in job["elements"]:
        return [pbs_line(number + ".pbs-login1", pbs_record(job, job["elements"]["None"]), delimiter)]
    lines = []
    waiting = [e for e, x in job["elements"].items() if x["state"] == "wait"]
    if waiting:
        parent = pbs_record(job, {"state": "wait"})
        parent.update(array="True", array_indices_remaining=",".join(waiting), job_state="H" if job["held"] else "B")
        lines.append(pbs_line(number + "[].pbs-login1", parent, delimiter))
    for e, x in job["elements"].items():
        if x["state"] != "wait":
            record = pbs_record(job, x)
            if x["state"] == "over" and waiting:
                record["job_state"] = "X"
            lines.append(pbs_line("%s[%s].pbs-login1" % (number, e), record, delimiter))
    return lines


def pbs_id(number, job):
    return number if "None" in job["elements"] else number + "[]"


def pbs_dump(name, kind, head, delimiter):
    for key, attributes in json.loads(recorded(name))[kind].items():
        line = pbs_line(key, attributes, delimiter)
        print(line.replace("Job Id: ", head, 1))


def pbs_down():
    if fault("down"):
        fail(255 if NAME == "qstat" else 162, "Connection refused\n%s: cannot connect to server pbs-login1 (errno=15010)" % NAME)


def qsub(args):
    pbs_down()
    script = open(args[-1]).read()
    directive = lambda o: re.search(r"^#PBS -%s (.*)$" % o, script, re.M)
    queue = directive("q")
    if queue and queue.group(1) not in ("workq", "debug", "gpuq"):
        fail(170, "qsub: Unknown queue")
    h, m, s = map(int, re.search(r"walltime=(\d+):(\d+):(\d+)", script).groups())
    indices = directive("J")
    elements, most = [None], 1
    if indices:
        a, b, step, cap = re.match(r"(\d+)-(\d+):(\d+)(?:%(\d+))?", indices.group(1)).groups()
        elements, most = list(range(int(a), int(b) + 1, int(step))), int(cap or 1000)

    def environment(number, index):
        nodes = os.path.join(HOME, "nodefile")
        with open(nodes, "w") as f:
            f.write("cn001\n")
        more = {"PBS_ARRAY_INDEX": index} if index else {}
        return {"PBS_JOBID": "%s%s.pbs-login1" % (number, "[%s]" % index if index else ""), "PBS_NODEFILE": nodes, **more}

    number = submit(script, directive("N").group(1), directive("v").group(1).split("=")[1], os.path.expanduser("~"),
                    h * 3600 + m * 60 + s, elements, most, None, None, environment)
    print("%d%s.pbs-login1" % (number, "[]" if indices else ""))


def qselect(args):
    pbs_down()
    if "-x" in args and fault("history-off"):
        fail(0, "qselect: PBS is not configured to maintain job history")
    with jobs() as all_jobs:
        for number, job in all_jobs.items():
            if "-x" in args or state(job) != "over":
                print(pbs_id(number, job) + ".pbs-login1")


def qstat(args):
    if "--version" in args:
        print("pbs_version = 23.06.06")
        return
    delimiter = option(args, "-D", "|")
    pbs_down()
    if "-B" in args:
        if "-F" not in args:
            print("    job_history_enable = %s" % (not fault("history-off")))
        else:
            pbs_dump("pbs/qstat-B-f-json.out", "Server", "Server: ", delimiter)
        return
    if "-Q" in args:
        pbs_dump("pbs/qstat-Q-f-json.out", "Queue", "Queue: ", delimiter)
        return
    asked = [a for a in args if re.match(r"\d+(\[\])?$", a)]
    if fault("history-off") and "-x" in args:
        fail(0, "\n".join("qstat: PBS is not configured to maintain job history %s" % a for a in asked))
    rc = 0
    with jobs() as all_jobs:
        for a in asked or [pbs_id(n, j) for n, j in all_jobs.items() if state(j) != "over"]:
            number = a.replace("[]", "")
            job = all_jobs.get(number)
            if job is None or pbs_id(number, job) != a or fault("history-off") and state(job) == "over":
                sys.stderr.write("qstat: Unknown Job Id %s.pbs-login1\n" % a)
                rc = 153
            elif state(job) == "over" and "-x" not in args:
                sys.stderr.write("qstat: %s.pbs-login1 Job has finished, use -x or -H to obtain historical job information\n" % a)
                rc = 35
            else:
                print("\n".join(pbs_lines(number, job, delimiter)))
    sys.exit(rc)


def pbsnodes(args):
    pbs_down()
    pbs_dump("pbs/pbsnodes-av-json.out", "nodes", "Name=", option(args, "-D", "|"))


def pbs_act(args):
    pbs_down()
    with jobs() as all_jobs:
        number = args[-1].replace("[]", "")
        job = all_jobs.get(number)
        if job is None:
            fail(153, "%s: Unknown Job Id %s" % (NAME, args[-1]))
        if state(job) == "over":
            fail(35, "%s: Job has finished %s" % (NAME, args[-1]))
        if NAME == "qdel":
            cancel(job)
        else:
            job["held"] = NAME == "qhold"


# ---- Flux ----------------------------------------------------------------------------------------------------------
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
        print("\n".join("|".join((l.split("|")[:6] + ["inf"])) for l in recorded("flux/queue-list-o.out").splitlines()))
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


# ---- LSF: no output was ever recorded; this is the documented form -------------------------------------------------
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


{"qsub": qsub, "qselect": qselect, "qstat": qstat, "pbsnodes": pbsnodes, "qdel": pbs_act, "qhold": pbs_act,
 "qrls": pbs_act, "flux": flux, "bsub": bsub, "bjobs": bjobs, "bkill": lsf_act, "bstop": lsf_act, "bresume": lsf_act,
 "lsid": lsf_look, "bparams": lsf_look, "lshosts": lsf_look, "bhosts": lsf_look, "bqueues": lsf_look}[NAME](sys.argv[1:])
