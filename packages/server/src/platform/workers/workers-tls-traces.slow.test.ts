import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ClientAuthority,
  callersOf,
  type IssuedCertificate,
  openClientAuthority,
  writeAuthorities,
} from '../../testing/callers/client-certificates.ts';
import { authorize, ecommerceMessage, issueCard, type Sender } from '../../testing/cards/issued-cards.ts';
import { createAuthority } from '../../testing/certificates.ts';
import { type SpanCollector, startCollector } from '../../testing/span-collector.ts';
import { cleanUp, dataFolder, runServer, type ServerProcess } from '../../testing/system/server-process.ts';
import { startSandbox } from '../../testing/system/start-sandbox.ts';
import { sendEnvelope } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const NOTE_LOADS = fileURLToPath(new URL('../../testing/note-loads.mjs', import.meta.url));
const WITH_LOADS = { NODE_OPTIONS: `--import ${NOTE_LOADS}` };
/** One request each, on separate connections, so that several workers get them. */
const TIMES = Array.from({ length: 12 });

let folder: string;
let files: string;
let server: ServerProcess;
let collector: SpanCollector;
let callers: ReturnType<typeof callersOf>;
let first: ClientAuthority;
let right: IssuedCertificate;

beforeAll(async () => {
  folder = dataFolder();
  files = mkdtempSync(join(tmpdir(), 'cardwright-workers-'));
  collector = await startCollector();
  const authority = await createAuthority('Test authority');
  const { key, cert } = await authority.issue(['localhost'], ['127.0.0.1']);
  writeFileSync(join(files, 'tls.crt'), cert);
  writeFileSync(join(files, 'tls.key'), key);
  first = openClientAuthority(files, 'first');
  right = first.issue('right');
  writeAuthorities(join(files, 'clients.pem'), first);
  server = await startSandbox({
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_WORKERS: '2',
    CARDWRIGHT_TLS_CERT_FILE: join(files, 'tls.crt'),
    CARDWRIGHT_TLS_KEY_FILE: join(files, 'tls.key'),
    CARDWRIGHT_CLIENT_CA_FILE: join(files, 'clients.pem'),
    CARDWRIGHT_TRACING_URL: collector.url,
    CARDWRIGHT_TRACING_RATIO: '1',
  });
  callers = callersOf(() => server.url, authority.ca);
});
afterAll(async () => {
  await cleanUp(server === undefined ? [] : [server], folder);
  await collector?.close();
  rmSync(files, { recursive: true, force: true });
});

/** Sends requests like in one process, through a caller with its certificate. */
function senderWith(certificate: IssuedCertificate): Sender {
  const tokens = new Map<string, string>();
  const request: Sender['request'] = async ({ as = '', method = 'GET', url, payload }) => {
    const token = tokens.get(as) ?? (await callers.requestToken(certificate, {}, as)).json.access_token;
    tokens.set(as, token);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = method === 'GET' ? undefined : JSON.stringify(payload);
    const { status, json } = await callers.send(String(url), {
      presented: certificate,
      headers,
      ...(body !== undefined && { body }),
    });
    return { status, headers: {}, text: JSON.stringify(json), json };
  };
  return { request, envelope: (operationId, body, more) => sendEnvelope(request, operationId, body, more) };
}

describe('several workers', () => {
  it('each accept a token only with the certificate to which it is bound', async () => {
    const { json } = await callers.requestToken(right);
    const use = async (certificate?: IssuedCertificate) =>
      (await callers.useToken(json.access_token, certificate)).status;
    const other = first.issue('other');
    expect(await Promise.all(TIMES.map(() => use(right)))).toEqual(TIMES.map(() => 200));
    expect(await Promise.all(TIMES.map(() => use(other)))).toEqual(TIMES.map(() => 401));
  });

  it('trace the batch of a message that one forwarded to another in the trace of its request', async () => {
    const sender = senderWith(right);
    const card = await issueCard(sender, { available: '1000.00' });
    const answers = await Promise.all(TIMES.map(() => authorize(sender, ecommerceMessage(card))));
    expect(answers.map(({ json }) => json.Action_Code)).toEqual(TIMES.map(() => '00'));
    const requests = () => collector.spans.filter(({ name }) => name === 'POST /V2/authorizations/Ecommerce');
    const batchesOf = ({ spanId }: { spanId: string }) =>
      collector.spans.filter(({ name, parentSpanId }) => name === 'decide batch' && parentSpanId === spanId);
    await vi.waitUntil(
      () => requests().length === TIMES.length && requests().every((one) => batchesOf(one).length > 0),
      {
        ...WITHIN,
      },
    );
    const forwards = requests().filter((one) => batchesOf(one).some(({ instance }) => instance !== one.instance));
    expect(forwards.length).toBeGreaterThan(0);
    expect(forwards.length).toBeLessThan(TIMES.length);
    expect(requests().map((one) => batchesOf(one).every(({ traceId }) => traceId === one.traceId))).toEqual(
      TIMES.map(() => true),
    );
  });

  it('all read changed authorities from the file', async () => {
    const second = openClientAuthority(files, 'second');
    const stranger = second.issue('stranger');
    writeAuthorities(join(files, 'clients.pem'), second);
    const statuses = async (certificate: IssuedCertificate) =>
      new Set((await Promise.all(TIMES.map(() => callers.requestToken(certificate)))).map(({ status }) => status));
    await vi.waitUntil(async () => [...(await statuses(stranger))].join() === '200', WITHIN);
    expect(await statuses(right)).toEqual(new Set([401]));
  });
});

describe('a start', () => {
  it('loads OpenTelemetry only if spans are configured', async () => {
    const nowhere = { ...WITH_LOADS, DATABASE_URL: 'postgres://127.0.0.1:1/none', CARDWRIGHT_DATA_DIR: folder };
    const loads = async (environment: Record<string, string>) =>
      (await runServer({ ...nowhere, ...environment })).output.match(/^loads \S+$/gm) ?? [];
    expect(await loads({})).toEqual([]);
    expect(await loads({ CARDWRIGHT_TRACING_URL: 'http://127.0.0.1:1' })).toContain('loads @opentelemetry/api');
  });
});
