"""A Temporal workflow that is signalled with each wake. Not run by Diamond's tests.

    pip install temporalio
    temporal_wake.py work                 # a worker
    temporal_wake.py start SESSION TASK   # the workflow of a session: parks, waits for the wake
    wakes.sh SESSION python3 temporal_wake.py signal SESSION

Signals are as durable as wakes. A wake may come twice; its number says so.
"""
import asyncio
import json
import os
import sys
import urllib.request
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

QUEUE = "diamond"


@activity.defn
def park(session: str, task: str) -> None:
    body = json.dumps({"tasks": [task]}).encode()
    request = urllib.request.Request(f"{os.environ['DIAMOND_URL']}/v1/sessions/{session}/waits", body,
                                     {"Authorization": "Bearer " + os.environ["DIAMOND_TOKEN"],
                                      "Content-Type": "application/json",
                                      "Idempotency-Key": f"park-{session}-{task}"})  # a retried activity parks once
    urllib.request.urlopen(request).close()


@workflow.defn
class Study:
    def __init__(self) -> None:
        self.wakes: list[dict] = []
        self.seen = 0

    @workflow.signal
    def wake(self, wake: dict) -> None:
        if wake["number"] > self.seen:
            self.seen = wake["number"]
            self.wakes.append(wake)

    @workflow.run
    async def run(self, session: str, task: str) -> str:
        await workflow.execute_activity(park, args=[session, task], start_to_close_timeout=timedelta(minutes=1))
        await workflow.wait_condition(lambda: len(self.wakes) > 0)
        return self.wakes.pop(0)["digest"]["summary"]


async def main(what: str, *arguments: str) -> None:
    client = await Client.connect(os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"))
    if what == "work":
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(4) as threads:
            await Worker(client, task_queue=QUEUE, workflows=[Study], activities=[park],
                         activity_executor=threads).run()
    elif what == "start":
        session, task = arguments
        await client.start_workflow(Study.run, args=[session, task], id=f"study-{session}", task_queue=QUEUE)
    else:
        wake = json.load(sys.stdin)["items"][0]
        await client.get_workflow_handle(f"study-{arguments[0]}").signal(Study.wake, wake)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
