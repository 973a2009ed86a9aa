// The official JavaScript SDK, pointed at the simulator by the environment variables it knows. It has no helper for
// client credentials, so the token comes by fetch. Collections and directories come from the Java test that runs this.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { auth, errors, transfer } from '@globus/sdk';

const { CLIENT_ID, CLIENT_SECRET, ALPHA, ALPHA_ROOT, BETA, BETA_ROOT } = process.env;
const TRANSFER = 'urn:globus:auth:scope:transfer.api.globus.org:all';
let headers;

async function token(scope) {
  const answer = await fetch(auth.getTokenEndpoint(), {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  assert.equal(answer.status, 200);
  return answer.json();
}

async function ok(promise) {
  const answer = await promise;
  const body = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body;
}

async function submissionId() {
  return (await ok(transfer.taskSubmission.submissionId({ headers }))).value;
}

async function ended(id) {
  for (let i = 0; i < 100; i += 1) {
    const task = await ok(transfer.task.get(id, { headers }));
    if (task.completion_time) return task;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return assert.fail(`task ${id} does not end`);
}

before(async () => {
  const answer = await token(TRANSFER);
  assert.ok(auth.isToken(answer));
  assert.ok(auth.isGlobusAuthTokenResponse(answer));
  headers = { Authorization: `Bearer ${answer.access_token}` };
});

test('recognizes that consent is required, and that it was given', async () => {
  const refused = await transfer.fileOperations.ls(ALPHA, { headers, query: { path: '/' } });
  const body = await refused.json();
  assert.equal(refused.status, 403);
  assert.ok(errors.isErrorWellFormed(body));
  assert.ok(errors.isConsentRequiredError(body));
  assert.ok(errors.isAuthorizationRequirementsError(body));
  assert.ok(errors.toAuthorizationQueryParams(body));

  await token(body.required_scopes[0]);

  await ok(transfer.fileOperations.ls(ALPHA, { headers, query: { path: '/' } }));
});

test('finds collections', async () => {
  const found = await ok(transfer.endpointSearch({ headers, query: { filter_fulltext: 'alpha' } }));
  const endpoint = await ok(transfer.endpoint.get(ALPHA, { headers }));

  assert.deepEqual(found.DATA.map((e) => e.id), [ALPHA]);
  assert.equal(found.has_next_page, false);
  assert.equal(endpoint.entity_type, 'GCSv5_mapped_collection');
});

test('moves files, and tells of them', async () => {
  const bytes = randomBytes(1 << 20);
  await writeFile(join(ALPHA_ROOT, 'large'), bytes);
  const submission = await submissionId();
  const payload = {
    submission_id: submission,
    label: 'from the SDK',
    source_endpoint: ALPHA,
    destination_endpoint: BETA,
    verify_checksum: true,
    DATA: [{ DATA_TYPE: 'transfer_item', source_path: '/large', destination_path: '/deep/copy' }],
  };

  const accepted = await ok(transfer.taskSubmission.submitTransfer({ headers, payload }));
  const repeated = await ok(transfer.taskSubmission.submitTransfer({ headers, payload }));
  const task = await ended(accepted.task_id);

  assert.equal(accepted.code, 'Accepted');
  assert.equal(accepted.submission_id, submission);
  assert.equal(repeated.code, 'Duplicate');
  assert.equal(repeated.task_id, accepted.task_id);
  assert.equal(task.status, 'SUCCEEDED');
  assert.equal(task.label, 'from the SDK');
  assert.equal(task.bytes_transferred, 1 << 20);
  assert.deepEqual(await readFile(join(BETA_ROOT, 'deep/copy')), bytes);
  const files = await ok(transfer.task.getSuccessfulTransfers(accepted.task_id, { headers, query: { marker: '0' } }));
  assert.deepEqual(files.DATA.map((f) => f.destination_path), ['/deep/copy']);
  assert.equal(files.next_marker, null);
  const events = await ok(transfer.task.getEventList(accepted.task_id, { headers, query: { limit: 10, offset: 0 } }));
  assert.deepEqual(events.DATA.map((e) => e.code), ['SUCCEEDED', 'STARTED']);
  const skipped = await ok(transfer.task.getSkippedErrors(accepted.task_id, { headers }));
  assert.deepEqual(skipped.DATA, []);
  const list = await ok(transfer.task.getAll({ headers, query: { filter: 'type:TRANSFER/status:SUCCEEDED' } }));
  assert.equal(list.total, 1);
});

test('works on files', async () => {
  assert.equal((await ok(transfer.fileOperations.mkdir(BETA, { headers, payload: { path: '/made' } }))).code, 'DirectoryCreated');
  await writeFile(join(BETA_ROOT, 'made/old'), 'content');
  const renamed = await ok(transfer.fileOperations.rename(BETA, {
    headers, payload: { old_path: '/made/old', new_path: '/made/new' },
  }));
  const file = await ok(transfer.fileOperations.stat(BETA, { headers, query: { path: '/made/new' } }));
  const missing = await transfer.fileOperations.stat(BETA, { headers, query: { path: '/made/old' } });
  const list = await ok(transfer.fileOperations.ls(BETA, { headers, query: { path: '/made', show_hidden: 'false' } }));

  assert.equal(renamed.code, 'FileRenamed');
  assert.equal(file.size, 7);
  assert.equal(file.type, 'file');
  assert.equal(missing.status, 404);
  assert.deepEqual(list.DATA.map((f) => f.name), ['new']);
});

test('deletes', async () => {
  await writeFile(join(BETA_ROOT, 'victim'), 'x');

  const accepted = await ok(transfer.taskSubmission.submitDelete({
    headers,
    payload: {
      submission_id: await submissionId(), endpoint: BETA, DATA: [{ DATA_TYPE: 'delete_item', path: '/victim' }],
    },
  }));

  assert.equal(accepted.DATA_TYPE, 'delete_result');
  assert.equal((await ended(accepted.task_id)).status, 'SUCCEEDED');
  await assert.rejects(stat(join(BETA_ROOT, 'victim')));
});

test('changes and cancels what waits for its source', async () => {
  const { task_id: id } = await ok(transfer.taskSubmission.submitTransfer({
    headers,
    payload: {
      submission_id: await submissionId(),
      source_endpoint: ALPHA,
      destination_endpoint: BETA,
      DATA: [{ DATA_TYPE: 'transfer_item', source_path: '/never', destination_path: '/never' }],
    },
  }));

  const updated = await ok(transfer.task.update(id, { headers, payload: { DATA_TYPE: 'task', label: 'renamed' } }));
  const pauses = await ok(transfer.task.getPauseInfo(id, { headers }));
  const canceled = await ok(transfer.task.cancel(id, { headers }));

  assert.equal(updated.code, 'Updated');
  assert.deepEqual(pauses.pause_rules, []);
  assert.equal(canceled.code, 'Canceled');
  const task = await ended(id);
  assert.equal(task.status, 'FAILED');
  assert.equal(task.label, 'renamed');
});

test('is told well-formed errors', async () => {
  const empty = await transfer.taskSubmission.submitTransfer({
    headers,
    payload: { submission_id: await submissionId(), source_endpoint: ALPHA, destination_endpoint: BETA, DATA: [] },
  });
  const stranger = await transfer.task.getAll({ headers: { Authorization: 'Bearer wrong' } });

  assert.equal(empty.status, 400);
  assert.equal((await empty.json()).code, 'ClientError.BadRequest.NoTransferItems');
  assert.equal(stranger.status, 401);
  assert.ok(errors.isErrorWellFormed(await stranger.json()));
});
