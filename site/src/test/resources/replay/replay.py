#!/usr/bin/python3 -IS
"""Commands of a scheduler that replay recorded outputs by the state a job is in, by the name they are called with. What they
print is the record of a job in that state, with this job's id, times, folder and exit status put in; where no output was
ever recorded (LSF), the documented form stands in. The file said.json is what one command says in its place, see met()."""
import contextlib, importlib, io, json, os, signal, sys, time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from state import HIDDEN, HOME, NAME, fail, fault

FAMILIES = {"flux": "flux", "qsub": "pbs", "qselect": "pbs", "qstat": "pbs", "pbsnodes": "pbs", "qdel": "pbs", "qhold": "pbs",
            "qrls": "pbs", "sbatch": "slurm", "squeue": "slurm", "sacct": "slurm", "scontrol": "slurm", "scancel": "slurm",
            "sacctmgr": "slurm", "sshare": "slurm"}


def met(call):
    """What this call says, by said.json: command (words that must all stand in the call), rc, words, hidden and how:
    instead of the answer; beside it, which leaves the hidden jobs out; taken: the job is, and the answer is lost; late:
    the job is taken only when the file thaw is there; cut: the job is taken, and the login's shell dies."""
    path = os.path.join(HOME, "said.json")
    said = json.load(open(path)) if os.path.exists(path) else {"command": ""}
    key = said["command"].split()
    if not key or key[0] != NAME or not all(w in sys.argv for w in key[1:]):
        return call(sys.argv[1:])
    HIDDEN.update(said["hidden"])
    out = ""
    if said["how"] == "beside":
        out = quietly(call)
        print(out, end="")
    elif said["how"] in ("taken", "cut"):
        out = quietly(call)
        if said["how"] == "cut":
            cut()
    elif said["how"] == "late" and os.fork() == 0:
        late(call)
    sys.stdout.flush()
    fail(said["rc"], said["words"].replace("%ID%", out.strip()).rstrip())


def quietly(call):
    """What it prints, and nothing of its errors."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SystemExit):
        call(sys.argv[1:])
    return out.getvalue()


def late(call):
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for d in (1, 2):
        os.dup2(null, d)
    for _ in range(600):
        if fault("thaw"):
            with contextlib.suppress(SystemExit):
                call(sys.argv[1:])
            break
        time.sleep(0.1)
    os._exit(0)


def cut():
    """Ends all between this command and the SSH server, which a test runs within itself."""
    line, at = [], os.getppid()
    while at > 1:
        status = open("/proc/%d/stat" % at).read()
        if "(java)" in status:
            for process in reversed(line):
                with contextlib.suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            return
        line.append(at)
        at = int(status.rsplit(")", 1)[1].split()[1])


met(importlib.import_module(FAMILIES.get(NAME, "lsf")).COMMANDS[NAME])
