"""OpenPBS, by what 23.06 printed of a job in each state."""
from state import *
from state import contextlib, json, os, re, sys, time


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


COMMANDS = {"qsub": qsub, "qselect": qselect, "qstat": qstat, "pbsnodes": pbsnodes, "qdel": pbs_act, "qhold": pbs_act,
            "qrls": pbs_act}
