"""What the replayed commands of all schedulers share: jobs and their state, in the folder REPLAY. A submission's script
really runs, in a session of its own. Files there named down, history-off and starts-off are faults of the whole scheduler;
forgotten names jobs that its server lost. The files accepted and begun tell each job that was taken and each that was
started: its number and the folder it was sent from. SAMPLES is the folder of recorded outputs."""
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
        hidden = {k: all_jobs.pop(k) for k in HIDDEN if k in all_jobs}
        yield all_jobs
        all_jobs.update(hidden)
        with open(path + ".new", "w") as f:
            json.dump(all_jobs, f)
        os.replace(path + ".new", path)


def fault(name):
    return os.path.exists(os.path.join(HOME, name))


def words(name):
    return open(os.path.join(HOME, name)).read().split() if fault(name) else []


def told(name, number, folder):
    with open(os.path.join(HOME, name), "a") as f:
        f.write("%s %s\n" % (number, folder))


# Jobs a server lost as it crashed, and those its answer leaves out.
HIDDEN = set(words("forgotten"))


def recorded(name):
    return open(os.path.join(SAMPLES, name)).read()


def fail(rc, text):
    sys.stderr.write(text + "\n")
    sys.exit(rc)


def submit(script, name, token, cwd, limit, elements, most, out, err, environment):
    """A new job with its runner. elements: [None] where it is no array."""
    with jobs() as all_jobs:
        number = max([100] + [int(k) for k in list(all_jobs) + list(HIDDEN)]) + 1
        all_jobs[str(number)] = {
            "name": name, "token": token, "cwd": cwd, "folder": os.getcwd(), "limit": limit, "held": False,
            "submitted": time.time(), "most": most, "out": out, "err": err,
            "elements": {str(e): {"state": "wait"} for e in elements}}
        told("accepted", number, os.getcwd())
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
    while number not in words("forgotten"):
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
                if element["state"] == "wait" and not job["held"] and active < job["most"] and not fault("starts-off"):
                    told("begun", number, job["folder"])
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
