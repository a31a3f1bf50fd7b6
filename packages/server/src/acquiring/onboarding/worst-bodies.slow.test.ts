import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { merchantBody, newId, onboard, requestOf, terminalBody } from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const server = fileServer();

const MEBIBYTE = 1024 * 1024;
const MERCHANT = 'payload.applications[0].merchants[0]';

/** Returns a request of one merchant whose field `key` has enough entries to give the body the requested size. */
function filledUp(size: number, key: string, open: string, entry: (at: number) => string, close: string): string {
  const [head, tail] = JSON.stringify(requestOf([merchantBody(newId('WORST'), { [key]: 0 })])).split(`"${key}":0`);
  const start = `${head}"${key}":${open}`;
  const most = Math.floor((size - start.length - close.length - tail!.length) / (entry(1_000_000).length + 1));
  return `${start}${Array.from({ length: most }, (_, at) => entry(at)).join(',')}${close}${tail}`;
}

interface Problem {
  errors: { path: string; code: string; message: string; action: string }[];
  more?: number;
}

describe('a body whose', () => {
  it.each([
    ['list of addresses has eight million numbers', 16, 'addresses', '[', () => '1', ']', 20],
    ['list of addresses has a million empty objects', 4, 'addresses', '[', () => '{}', ']', 20],
    ['list of terminals has a million lists', 4, 'terminals', '[', () => '[]', ']', 200],
    ['unknown field has half a million exact numbers', 4, 'unknown', '[', () => '1.10', ']', 100],
    ['unknown field has a hundred thousand members', 2, 'unknown', '{', (at: number) => `"k${at}":1`, '}', 500],
  ])('%s is refused for that reason, with one finding', async (_what, mebibytes, key, open, entry, close, most) => {
    const answer = await onboard(server, filledUp(mebibytes * MEBIBYTE, key, open, entry, close));
    expect([answer.status, answer.json.error_code]).toEqual([400, '104']);
    const path = `${MERCHANT}.${key}`;
    expect((answer.json as unknown as Problem).errors).toEqual([
      {
        path,
        code: '104',
        message: `must contain at most ${most}`,
        action: `take entries out of ${key}: at most ${most}`,
      },
    ]);
  });
});

/** Returns a valid request that takes long to process. */
function largeRequest(requestId: string): string {
  const merchants = Array.from({ length: 500 }, () => {
    const merchantId = newId('LARGE');
    const terminals = Array.from({ length: 20 }, (_, at) => terminalBody(`${merchantId}-${at}`));
    return merchantBody(merchantId, { terminals });
  });
  return JSON.stringify(requestOf(merchants, {}, requestId));
}

const sixtyMerchants = () => requestOf(Array.from({ length: 60 }, () => merchantBody(newId('SIXTY'))));

describe('while one acquirer sends large requests', () => {
  it("another acquirer's request of sixty merchants is answered before any of them", async () => {
    const order: string[] = [];
    const large = [1, 2].map(async () => {
      const answer = await onboard(server, largeRequest(newId('HEAVY')), { as: 'demo-acquirer' });
      order.push('large');
      return answer.status;
    });
    const answer = await onboard(server, sixtyMerchants(), { as: 'other-acquirer' });
    order.push('sixty');
    expect(answer.status, answer.text).toBe(202);
    expect(await Promise.all(large)).toEqual([202, 202]);
    expect(order).toEqual(['sixty', 'large', 'large']);
  });

  it("another acquirer's large request is answered after the first of them", async () => {
    const order: string[] = [];
    const send = async (as: string, name: string) => {
      const { status } = await onboard(server, largeRequest(newId('HEAVY')), { as });
      order.push(name);
      return status;
    };
    const sent = [send('demo-acquirer', 'first'), send('demo-acquirer', 'second'), send('demo-acquirer', 'third')];
    sent.push(send('other-acquirer', 'other'));
    expect(await Promise.all(sent)).toEqual([202, 202, 202, 202]);
    expect(order.indexOf('other')).toBeLessThan(2);
  });
});

describe('a request whose caller closes the connection', () => {
  it('is dropped: the next request does not wait for it, and nothing of it is stored', async () => {
    await server.server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.app.server.address() as AddressInfo;
    const requestId = newId('GONE');
    const body = largeRequest(requestId);
    const token = await server.token('demo-acquirer');
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port }, () => {
        const head = ['POST /V2/merchants/onboarding HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
        head.push(`Authorization: Bearer ${token}`, `Content-Length: ${Buffer.byteLength(body)}`);
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
        socket.write(body, () => {
          socket.destroy();
          resolve();
        });
      });
      socket.once('error', reject);
    });
    await vi.waitFor(() => expect(server.logs.join('')).toContain('the request was canceled'), WITHIN);
    const next = await onboard(server, sixtyMerchants(), { as: 'demo-acquirer' });
    expect(next.status).toBe(202);
    const status = await server.request({
      method: 'GET',
      url: `/V2/merchants/onboarding/${requestId}`,
      as: 'demo-acquirer',
    });
    expect([status.status, status.json.error_code]).toEqual([404, '308']);
  });
});
