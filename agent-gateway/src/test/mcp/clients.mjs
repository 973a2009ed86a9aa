// The official clients against a running gateway: node clients.mjs URL TOKEN
import assert from 'node:assert/strict';
import { Client as SessionClient } from '@modelcontextprotocol/sdk/client/index.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { StreamableHTTPClientTransport as SessionTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, token] = process.argv.slice(2);
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
const info = { name: 'diamond-test', version: '1.0.0' };

/** What both clients must find; the clients themselves hold each answer to the tool's output schema. */
async function use(client) {
  const { tools } = await client.listTools();
  const submit = tools.find((t) => t.name === 'submit_task');
  assert.equal(submit.annotations.readOnlyHint, false);
  assert.ok(submit.outputSchema.properties.task);
  const asked = await client.callTool({ name: 'submit_task', arguments: { spec: { name: 'by client', executable: 'true' } } });
  assert.equal(asked.isError ?? false, false, JSON.stringify(asked));
  const task = asked.structuredContent.task.id;
  assert.deepEqual(JSON.parse(asked.content[0].text), asked.structuredContent);
  const listed = await client.callTool({ name: 'list_tasks', arguments: { limit: 5 } });
  assert.ok(listed.structuredContent.tasks.some((t) => t.id === task));
  const wrong = await client.callTool({ name: 'get_task', arguments: { task: 't-00000000none' } });
  assert.equal(wrong.isError, true);
  assert.match(wrong.content[0].text, /^INVALID_NOT_FOUND: .* — /);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 4);
  const read = await client.readResource({ uri: `diamond://tasks/${task}` });
  assert.equal(JSON.parse(read.contents[0].text).task.id, task);
  const { prompts } = await client.listPrompts();
  assert.equal(prompts.length, 4);
  const prompt = await client.getPrompt({ name: 'take_over', arguments: { session: 's-1' } });
  assert.match(prompt.messages[0].content.text, /session s-1/);
  return tools.length;
}

/** Changes of a task and of a session reach a client that keeps a session. */
async function updates(client) {
  const told = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, (n) => { told.push(n.params.uri); });
  const parked = await client.callTool({ name: 'park', arguments: { timeoutSeconds: 2 } });
  const session = `diamond://sessions/${parked.structuredContent.session}`;
  const asked = await client.callTool({ name: 'submit_task', arguments: { spec: { executable: 'true' } } });
  const task = `diamond://tasks/${asked.structuredContent.task.id}`;
  const left = await client.callTool({ name: 'submit_task', arguments: { spec: { executable: 'true' } } });
  const other = `diamond://tasks/${left.structuredContent.task.id}`;
  for (const uri of [session, task, other]) await client.subscribeResource({ uri });
  await client.unsubscribeResource({ uri: other });
  for (const t of [left, asked]) await client.callTool({ name: 'cancel_task', arguments: { task: t.structuredContent.task.id } });
  for (let i = 0; i < 100 && !(told.includes(session) && told.includes(task)); i++) await new Promise((r) => setTimeout(r, 100));
  assert.ok(told.includes(task), `no news of the task: ${told}`);
  assert.ok(told.includes(session), `no news of the session: ${told}`);
  assert.ok(!told.includes(other), 'news of what is no longer subscribed');
  await assert.rejects(client.subscribeResource({ uri: 'diamond://tasks/t-00000000none' }), /INVALID_NOT_FOUND/);
}

async function withSession() {
  const client = new SessionClient(info);
  await client.connect(new SessionTransport(new URL(url), { requestInit }));
  assert.equal(client.getServerVersion().name, 'diamond');
  await client.subscribeResource({ uri: 'diamond://sites' });
  const tools = await use(client);
  await updates(client);
  await client.close();
  return tools;
}

async function stateless() {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const tools = await use(client);
  await client.close();
  return tools;
}

async function negotiated() {
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.length;
}

async function withoutToken() {
  const client = new SessionClient(info);
  await assert.rejects(client.connect(new SessionTransport(new URL(url))));
}

const counts = [await withSession(), await stateless(), await negotiated()];
assert.ok(counts.every((n) => n === counts[0] && n > 10), `tools differ: ${counts}`);
await withoutToken();
console.log(`clients agree on ${counts[0]} tools`);
