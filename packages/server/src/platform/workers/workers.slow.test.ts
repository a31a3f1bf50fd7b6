import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../testing/system/server-process.ts';
import { startSandbox } from '../../testing/system/start-sandbox.ts';
import { WITHIN } from '../../testing/within.ts';

const COUNT = 3;
/**
 * In milliseconds. Longer than a decision may take. A connection to a worker that was killed is never answered, so no
 * request waits for longer.
 */
const LONGEST_MS = 25_000;
const ONE_CENT = {
  Transaction_Amount: '000000000001',
  Transaction_Amount_Cardholder_Billing: '000000000001',
};

let folder: string;
let server: ServerProcess;
beforeEach(async () => {
  folder = dataFolder();
  server = await startSandbox({
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_WORKERS: String(COUNT),
  });
});
afterEach(() => cleanUp([server], folder));

/** Uses a separate connection for each request, so that they are distributed among the workers. */
function get(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const signal = AbortSignal.timeout(LONGEST_MS);
    request(`${server.url}${path}`, { agent, signal }, (response) => {
      let text = '';
      response.on('error', reject);
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** Rejects if no answer arrives. */
async function answered<T>(promise: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = delay(LONGEST_MS, undefined, over).then(() =>
    Promise.reject(new Error(`no answer in ${LONGEST_MS} ms`)),
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}

const many = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

/** The processes of the server that are workers, in the order of their start. */
function workerPids(): number[] {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.child.pid)], { encoding: 'utf8' });
  return children.split('\n').flatMap((line) => (line.includes('main.js') ? Number.parseInt(line, 10) : []));
}

/**
 * The number of other workers that are connected to a worker. Each has a socket, in addition to the one on which the
 * worker listens.
 */
function requestersOf(pid: number): number {
  const sockets = readFileSync('/proc/net/unix', 'utf8').split('\n');
  return sockets.filter((line) => line.endsWith(`/${pid}.sock`)).length - 1;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const waitForExit = (pids: readonly number[]) => vi.waitUntil(() => !pids.some(isAlive), WITHIN);

describe('a server of several workers', () => {
  it('serves one port, counts as one, and has one clock', async () => {
    expect(workerPids().length).toBe(COUNT);
    expect((await many(60, () => get('/healthz'))).map(({ status }) => status)).toEqual(Array(60).fill(200));
    const { text } = await get('/metrics');
    // all workers have served some of these requests
    expect(text).toMatch(/^cardwright_request_duration_seconds_count\{operation="other",status="200"\} 6\d$/m);

    const moved = await server.request({ method: 'POST', url: '/sandbox/clock', payload: { advance_seconds: 86_400 } });
    const answers = await many(12, () => get('/sandbox/clock'));
    const at = Date.parse(moved.json.now as string);
    expect(answers.filter(({ text: now }) => Date.parse(JSON.parse(now).now) < at)).toEqual([]);
  });

  it('decides the messages of one account exactly, whichever worker gets them', async () => {
    const card = await issueCard(server, { available: '1.00' });
    const messages = Array.from({ length: 120 }, () => ecommerceMessage(card, ONE_CENT));
    const first = await many(messages.length, (at) => authorize(server, messages[at]!));
    const codes = first.map(({ json }) => json.Action_Code);
    expect([codes.filter((code) => code === '00').length, codes.filter((code) => code === '51').length]).toEqual([
      100, 20,
    ]);
    const again = await many(messages.length, (at) => authorize(server, messages[at]!));
    expect(again.map(({ json }) => json)).toEqual(first.map(({ json }) => json));
  });

  it('continues to serve after one of them is killed, and starts a new one soon', async () => {
    const before = workerPids();
    process.kill(before[1]!, 'SIGKILL');
    const pids = await vi.waitUntil(() => {
      const now = workerPids();
      return now.length === COUNT && !now.includes(before[1]!) && now;
    }, WITHIN);
    expect(pids.filter((pid) => before.includes(pid)).length).toBe(COUNT - 1);
    expect((await many(30, () => get('/healthz'))).every(({ status }) => status === 200)).toBe(true);
  });

  it('restarts its workers at SIGHUP, one after the other, and no request fails', async () => {
    const before = workerPids();
    const card = await issueCard(server, { available: '900.00' });
    let isOver = false;
    const failures: unknown[] = [];
    const sending = many(4, async () => {
      while (!isOver) {
        const message = ecommerceMessage(card, ONE_CENT);
        await answered(authorize(server, message)).then(
          ({ json }) => json.Action_Code === '00' || failures.push(json),
          ({ message: why, cause }: Error) => failures.push(`an authorization: ${why}, ${cause}`),
        );
        await get('/readyz').then(
          ({ status }) => status === 200 || failures.push(`/readyz: ${status}`),
          ({ message: why }: Error) => failures.push(`/readyz: ${why}`),
        );
      }
    });
    try {
      server.child.kill('SIGHUP');
      await waitForExit(before);
      await vi.waitUntil(() => workerPids().length === COUNT, WITHIN);
    } finally {
      isOver = true;
      await sending;
    }
    expect(failures).toEqual([]);
  });

  it('has one worker at each place, connected to all others, after one was killed during a restart of all', async () => {
    const before = workerPids();
    process.kill(before[0]!, 'SIGKILL');
    server.child.kill('SIGHUP');
    await vi.waitUntil(() => server.output.join('').includes('all workers restarted'), WITHIN);
    await waitForExit(before);
    const callCounts = () => workerPids().map(requestersOf);
    await expect.poll(callCounts, { ...WITHIN, timeout: 40_000 }).toEqual(Array(COUNT).fill(COUNT - 1));
  });

  it('ends with all workers at SIGTERM, and when the supervising process is killed', async () => {
    const pids = workerPids();
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    await waitForExit(pids);

    server = await startSandbox({ CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_WORKERS: '2' });
    const others = workerPids();
    expect(others.length).toBe(2);
    await server.kill();
    await waitForExit(others);
  });
});
