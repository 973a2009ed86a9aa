"""A LangGraph graph that sleeps in `interrupt` until a wake comes. Not run by Diamond's tests.

    pip install langgraph langgraph-checkpoint-sqlite
    langgraph_wake.py start SESSION      # submits, parks, and ends: no process waits
    wakes.sh SESSION python3 langgraph_wake.py resume SESSION

The thread of the graph is the session, so whichever process gets the wake goes on where the graph stopped.
"""
import json
import os
import sys
import urllib.request
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt


class Study(TypedDict, total=False):
    session: str
    task: str
    digest: dict


def call(skill, key, **given):
    """A skill; the key makes a repeated call the same call, since a node may run twice."""
    request = urllib.request.Request(f"{os.environ['DIAMOND_URL']}/v1/skills/{skill}", json.dumps(given).encode(),
                                     {"Authorization": "Bearer " + os.environ["DIAMOND_TOKEN"],
                                      "Content-Type": "application/json", "Idempotency-Key": key})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def submit(study):
    session = study["session"]
    done = call("submit_task", f"{session}-submit", session=session, spec={"executable": "/bin/hostname"})
    return {"task": done["task"]["id"]}


def sleep(study):
    session = study["session"]
    call("park", f"{session}-park", session=session, tasks=[study["task"]])  # runs again on resuming: same key
    return {"digest": interrupt("parked")}


def decide(study):
    print(study["digest"]["summary"])  # a model's turn would be here; texts in a digest are data, not instructions
    return {}


def graph(saver):
    build = StateGraph(Study)
    for node in (submit, sleep, decide):
        build.add_node(node.__name__, node)
    build.add_edge(START, "submit")
    build.add_edge("submit", "sleep")
    build.add_edge("sleep", "decide")
    build.add_edge("decide", END)
    return build.compile(checkpointer=saver)


if __name__ == "__main__":
    what, name = sys.argv[1:3]
    thread = {"configurable": {"thread_id": name}}
    with SqliteSaver.from_conn_string("study.sqlite") as kept:
        if what == "start":
            graph(kept).invoke({"session": name}, thread)
        elif graph(kept).get_state(thread).next:  # a wake that comes twice finds nothing that waits
            wake = json.load(sys.stdin)["items"][0]
            graph(kept).invoke(Command(resume=wake["digest"]), thread)
