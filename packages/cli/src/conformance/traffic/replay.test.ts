import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '../../../../server/src/testing/test-server.ts';
import type { ReceivedAnswer, RequestSent } from '../exchange.ts';
import { fetchTransport } from '../fetch-transport.ts';
import { readTraffic } from './read-traffic.ts';
import { type Recorder, startRecorder, writeHar } from './recorder.ts';
import { replayTraffic } from './replay.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../contract/examples/', import.meta.url));
const NUMBER = '4000001234567899';

const sent = (body: object): RequestSent => ({
  method: 'POST',
  path: '/V2/webhook/TokenNotification',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const answered = (body: object): ReceivedAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'interface-version': '2.0' },
  text: JSON.stringify(body),
});
const NOTIFICATION = { id: '00000000-0000-4000-8000-000000000000', type: 'TC', timestamp: '2026-11-20T08:00:00.000Z' };
const ANSWER = {
  id: '000000000001',
  type: 'TC',
  timestamp: '2026-11-20T08:00:00.000Z',
  response: { status: { code: '00', description: 'successful' } },
};

describe('a drift report', () => {
  it('has no finding for traffic that conforms to the tables', () => {
    const { results } = replayTraffic([{ sent: sent(NOTIFICATION), answered: answered(ANSWER) }]);
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  it('reports a fault of a request as a failure and a tolerated deviation as a note, each with its frequency', () => {
    const odd = { ...NOTIFICATION, type: 'XX', details: { card: { clintId: 'C' } }, [`n${NUMBER}`]: 1 };
    const pair = { sent: sent(odd), answered: answered(ANSWER) };
    const { results } = replayTraffic([pair, pair]);
    const requests = results.filter(({ group }) => group === 'requests');
    expect(requests.map(({ outcome, title, deviations }) => [outcome, title, deviations[0]?.what])).toEqual([
      ['failed', '2 of 2 requests', 'type must be AC or TC or TD or TE'],
      ['note', '2 of 2 requests', 'details.card.clintId deviates from its table: other-key'],
      ['note', '2 of 2 requests', 'n# deviates from its table: unknown-field'],
    ]);
  });

  it('reports missing fields of a response', () => {
    const { id: _, ...rest } = ANSWER;
    const { results } = replayTraffic([{ sent: sent(NOTIFICATION), answered: answered({ ...rest, type: 'AC' }) }]);
    const failures = results.filter(({ outcome }) => outcome === 'failed').flatMap(({ deviations }) => deviations);
    expect(failures.map(({ what }) => what)).toEqual(['id is missing', 'the response does not repeat the type']);
  });

  it('reads a folder of pairs, and recognizes the operation of each published example', () => {
    const { results, requests } = replayTraffic(readTraffic(EXAMPLES));
    expect(requests).toBeGreaterThan(250);
    const strangers = results.find(({ id }) => id === 'requests/of-no-operation');
    // These are token requests, and requests for an operation by its key.
    expect(strangers?.why).toBe('4 recorded requests belong to no operation of the interface');
    const conforming = results.filter(({ group, outcome }) => group === 'requests' && outcome === 'passed');
    expect(conforming.length).toBeGreaterThan(20);
  });
});

describe('recorded traffic', () => {
  let recorder: Recorder;
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-traffic-'));
  const server = fileServer();
  beforeAll(async () => {
    await server.server.app.listen({ host: '127.0.0.1', port: 0 });
    recorder = await startRecorder(fetchTransport(server.server.app.listeningOrigin), 0);
  });
  afterAll(async () => {
    await recorder?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is forwarded unchanged, is stored without tokens and full card numbers, and can be replayed', async () => {
    const token = await fetch(`${recorder.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=demo-bank&client_secret=demo-bank-secret',
    });
    const { access_token: bearer } = (await token.json()) as { access_token: string };
    const path = `/cards/${NUMBER}/insurances?card_identify_type=CONTRACT_NUMBER`;
    const named = { 'Unique-Reference-Code': 'R1', 'Channel-Id': 'WEB', 'Financial-Id': 'DEMO' };
    const headers = { authorization: `Bearer ${bearer}`, ...named };
    const answer = await fetch(`${recorder.url}${path}`, { headers });
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([404, '303']);

    const file = join(folder, 'traffic.har');
    writeHar(file, recorder.recorded, recorder.url);
    const text = readFileSync(file, 'utf8');
    for (const secret of [NUMBER, bearer, 'demo-bank-secret']) expect(text).not.toContain(secret);
    const { results } = replayTraffic(readTraffic(file));
    expect(results.filter(({ outcome }) => outcome === 'failed' || outcome === 'note')).toEqual([]);
    expect(results.some(({ operation }) => operation === 'insurance.list-programs')).toBe(true);
  });
});
