import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ROOT } from '../source-tree.ts';

const GATE = join(ROOT, 'scripts', 'check-advisories.mjs');
const ID = 'GHSA-aaaa-bbbb-cccc';

let registry: Server | undefined;
let requestedPackages: string[] = [];
/** The id of the next advisory. It starts at the current time, because npm caches advisories. */
let advisories = Date.now();
afterEach(async () => {
  registry?.closeAllConnections();
  registry?.close();
  registry = undefined;
});

/** Starts a registry that reports this vulnerability of fastify, and nothing else. */
async function startRegistry(severity: string | undefined): Promise<string> {
  registry = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    // npm also requests possible replacements.
    if (request.method !== 'POST') return void response.writeHead(404).end('{}');
    requestedPackages = Object.keys(
      JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()),
    );
    const advisory = {
      id: advisories++,
      url: `https://github.com/advisories/${ID}`,
      title: 'It can be stopped',
      severity,
      vulnerable_versions: '<99',
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(severity === undefined ? {} : { fastify: [advisory] }));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
}

function runGate(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [GATE, ...args], (_error, stdout) =>
      resolve({ code: child.exitCode ?? -1, text: stdout }),
    );
  });
}

describe('the gate for known vulnerabilities', () => {
  it('stops a release because of a serious vulnerability of a shipped library until it is accepted', async () => {
    const url = await startRegistry('high');
    const { code, text } = await runGate('--registry', url);
    expect(requestedPackages).toEqual(expect.arrayContaining(['fastify', 'pg', 'undici', '@opentelemetry/api']));
    expect(requestedPackages).not.toContain('vitest');
    expect(code).toBe(1);
    expect(text).toMatch(/^high: fastify <99: It can be stopped \(GHSA-aaaa-bbbb-cccc\)$/m);
    const accepted = await runGate('--registry', url, '--accept', ID);
    expect([accepted.code, accepted.text]).toEqual([0, expect.stringContaining(`(${ID}, accepted)`)]);
  });

  it('reports other vulnerabilities, and passes if none is known', async () => {
    const { code, text } = await runGate('--registry', await startRegistry('moderate'));
    expect([code, text]).toEqual([0, expect.stringMatching(/1 known vulnerabilities, 0 of them stop a release/)]);
    registry?.close();
    const none = await runGate('--registry', await startRegistry(undefined));
    expect([none.code, none.text]).toEqual([0, expect.stringMatching(/^\d+ libraries checked: 0 known/m)]);
  });

  it('reports that no check took place if the registry does not respond, and fails if a check is required', async () => {
    const unreachableRegistry = ['--registry', 'http://127.0.0.1:1'];
    const { code, text } = await runGate(...unreachableRegistry);
    expect([code, text]).toEqual([0, expect.stringMatching(/^Not checked: the registry did not return/)]);
    expect((await runGate(...unreachableRegistry, '--required')).code).toBe(2);
  });
});
