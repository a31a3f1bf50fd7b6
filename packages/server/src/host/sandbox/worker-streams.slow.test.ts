import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nextOf, openTestStream, type StreamedEvents } from '../../testing/event-stream-client.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../testing/system/server-process.ts';
import { startSandbox } from '../../testing/system/start-sandbox.ts';

/** Enough connections that each worker gets some, because the supervisor distributes them in turn. */
const MANY = 8;

const folder = dataFolder();
let server: ServerProcess;
let token: string;
const stops: AbortController[] = [];
beforeAll(async () => {
  server = await startSandbox({ CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_WORKERS: '2' });
  const { json } = await server.request({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&client_id=demo-bank&client_secret=demo-bank-secret',
  });
  token = String(json.access_token);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});
afterAll(() => cleanUp([server], folder));

function open(path: string): Promise<StreamedEvents> {
  const stop = new AbortController();
  stops.push(stop);
  return openTestStream(`${server.url}${path}`, token, stop.signal);
}

/** Sends a request on a new connection. */
function send(method: string, url: string, body = ''): Promise<{ status: number; id: string; text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: new Agent({ keepAlive: false }) }, (answer) => {
      let text = '';
      answer.on('error', reject);
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      const { statusCode: status = 0, headers } = answer;
      answer.on('end', () => resolve({ status, id: String(headers['x-request-id']), text: text.trim() }));
    })
      .on('error', reject)
      .end(body);
  });
}

const many = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: MANY }, (_, at) => work(at)));

describe('a sandbox of two workers', () => {
  it('streams the requests that either of them answers to a watcher at one of them', async () => {
    const events = await open('/sandbox/requests');
    expect(await nextOf(events)).toEqual({ event: 'open', data: {} });
    const answers = await many(() => send('GET', `${server.url}/V2/tokens?limit=x`));
    const positions = [];
    for (const _ of answers) positions.push((await nextOf(events)).data);
    expect(new Set(positions.map(({ request_id }) => request_id))).toEqual(new Set(answers.map(({ id }) => id)));
    expect(positions.map(({ operation, status, dropped }) => [operation, status, dropped])).toEqual(
      Array(MANY).fill(['tokens.list-tokens', 400, 0]),
    );
  }, 60_000);

  it('forwards notifications to a listener at one of them and returns its answers, whichever worker gets them', async () => {
    const events = await open('/sandbox/notifications');
    const { listener_id: listener, url } = (await nextOf(events)).data;
    const delivered = many((at) => send('POST', url, `{"number":${at}}`));
    for (let left = MANY; left > 0; left--) {
      const { delivery_id, body } = (await nextOf(events)).data;
      const answer = { status: 200, body: `{"answers":${body}}` };
      const path = `/sandbox/notifications/${listener}/answers/${delivery_id}`;
      expect((await send('POST', `${server.url}${path}`, JSON.stringify(answer))).status).toBe(200);
    }
    expect((await delivered).map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: MANY }, (_, at) => [200, `{"answers":{"number":${at}}}`]),
    );
  }, 60_000);
});
