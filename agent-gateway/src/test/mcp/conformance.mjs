// The official conformance checks against a running gateway: node conformance.mjs URL TOKEN REVISION SCENARIO…
// The checks cannot send a token, so a relay on loopback adds it.
import http from 'node:http';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const [url, token, revision, ...scenarios] = process.argv.slice(2);
const target = new URL(url);
// The checks of the stateless revision are in a preview that needs Node 22; the others run on Node 20, too.
const checks = revision >= '2026' ? '@modelcontextprotocol/conformance' : 'conformance-with-sessions';
const tool = path.join(path.dirname(createRequire(import.meta.url).resolve(`${checks}/package.json`)), 'dist/index.js');

const relay = http.createServer((from, to) => {
  const onward = http.request({ host: target.hostname, port: target.port, path: from.url, method: from.method,
    headers: { ...from.headers, authorization: `Bearer ${token}` } }, (answer) => {
    to.writeHead(answer.statusCode, answer.headers);
    answer.pipe(to);
  });
  onward.on('error', () => to.destroy());
  from.pipe(onward);
});
await new Promise((resolve) => relay.listen(0, '127.0.0.1', resolve));
let failed = 0;
for (const scenario of scenarios) {
  const code = await new Promise((resolve) => spawn(process.execPath, [tool, 'server', '--url',
    `http://127.0.0.1:${relay.address().port}${target.pathname}`, '--scenario', scenario, '--spec-version', revision],
  { stdio: 'inherit' }).on('exit', resolve));
  console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${scenario} ${revision}`);
  failed += code === 0 ? 0 : 1;
}
process.exit(failed === 0 ? 0 : 1); // also ends streams that a check left open
