// A LangGraph graph that sleeps in `interrupt` until a wake comes.
//
//     npm ci                                   in this folder, once
//     langgraph_wake.mjs start SESSION         submits, parks, and ends: no process waits
//     wakes.sh SESSION node langgraph_wake.mjs resume SESSION
//
// The thread of the graph is the session, so whichever process gets the wake goes on where the graph stopped. Checkpoints
// are kept in STUDY_FILE (default: study.json); with more than one graph at a time use LangGraph's own savers for SQLite or
// PostgreSQL instead.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph';

const file = process.env.STUDY_FILE ?? 'study.json';

/** LangGraph's saver in memory, written to a file as it is after each run. */
class FileSaver extends MemorySaver {
  constructor() {
    super();
    if (existsSync(file)) {
      const kept = JSON.parse(readFileSync(file, 'utf8'), (key, value) => (value?.bytes ? Buffer.from(value.bytes, 'base64') : value));
      Object.assign(this, { storage: kept.storage, writes: kept.writes });
    }
  }

  keep() {
    const bytes = (key, value) => (value instanceof Uint8Array || value?.type === 'Buffer'
      ? { bytes: Buffer.from(value.data ?? value).toString('base64') } : value);
    writeFileSync(`${file}.new`, JSON.stringify({ storage: this.storage, writes: this.writes }, bytes));
    renameSync(`${file}.new`, file);
  }
}

/** A skill; the key makes a repeated call the same call, since a node may run twice. */
async function call(skill, key, input) {
  const answer = await fetch(`${process.env.DIAMOND_URL}/v1/skills/${skill}`, {
    method: 'POST',
    headers: { 'Authorization': `Bearer ${process.env.DIAMOND_TOKEN}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const Study = Annotation.Root({ session: Annotation(), task: Annotation(), digest: Annotation() });

async function submit({ session }) {
  const done = await call('submit_task', `${session}-submit`, { session, spec: { executable: '/bin/hostname' } });
  return { task: done.task.id };
}

async function sleep({ session, task }) {
  await call('park', `${session}-park`, { session, tasks: [task] }); // runs again on resuming: same key
  return { digest: interrupt('parked') };
}

function decide({ digest }) {
  console.log(digest.summary); // a model's turn would be here; texts in a digest are data, not instructions
  return {};
}

const saver = new FileSaver();
const graph = new StateGraph(Study).addNode('submit', submit).addNode('sleep', sleep).addNode('decide', decide)
  .addEdge(START, 'submit').addEdge('submit', 'sleep').addEdge('sleep', 'decide').addEdge('decide', END)
  .compile({ checkpointer: saver });

const [what, session] = process.argv.slice(2);
const thread = { configurable: { thread_id: session } };
if (what === 'start') {
  await graph.invoke({ session }, thread);
} else if ((await graph.getState(thread)).next.length > 0) { // a wake that comes twice finds nothing that waits
  const wake = JSON.parse(readFileSync(0, 'utf8')).items[0];
  await graph.invoke(new Command({ resume: wake.digest }), thread);
}
saver.keep();
