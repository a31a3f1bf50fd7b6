import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { ByteParts } from '../../platform/kernel/text/byte-parts.ts';
import { textOf } from '../../platform/kernel/text/utf8.ts';
import { merchantBody, newId } from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';
import { createOnboardingThread } from './onboarding-thread.ts';

const server = fileServer();
let port: number;
beforeAll(async () => {
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.server.app.server.address() as AddressInfo);
});

const MEBIBYTE = 1024 * 1024;
const URL = '/V2/merchants/onboarding';

function send(payload: string | Buffer, as: string | undefined = 'demo-acquirer') {
  const headers = { 'content-type': 'application/json' };
  return server.request({ method: 'POST', url: URL, payload, headers, ...(as !== undefined && { as }) });
}

const requestOf = (requestId: string, merchants: readonly object[], more: object = {}) =>
  JSON.stringify({ requestId, payload: { applications: [{ merchants }] }, ...more });

const merchants = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => ({ ...merchantBody(newId('BIG')), ...more }));

describe('a large request', () => {
  it('is accepted, although it exceeds the limit of all other operations', async () => {
    const sent = merchants(300, { note: 'x'.repeat(5_000) });
    const payload = requestOf('LARGE-1', sent);
    expect(payload.length).toBeGreaterThan(1.5 * MEBIBYTE);
    const answer = await send(payload);
    expect(answer.status).toBe(202);
    const [application] = answer.json.applications as { merchants: { merchantId: string }[] }[];
    expect(application?.merchants.map(({ merchantId }) => merchantId)).toEqual(
      sent.map(({ merchantId }) => merchantId),
    );
  });

  it.each([
    ['is broken JSON', (valid: string) => valid.slice(0, -1), 'body is not valid JSON'],
    ['holds a duplicate key', (valid: string) => valid.replace('{', '{"a":1,"a":2,'), 'body holds a duplicate key'],
    [
      'is nested too deep',
      (valid: string) => valid.replace('{', `{"a":${'['.repeat(40)}${']'.repeat(40)},`),
      'nesting deeper than 32',
    ],
  ])('that %s gets the same finding as a small one', async (_what, broken, detail) => {
    const answer = await send(broken(requestOf('LARGE-2', merchants(100))));
    expect([answer.status, answer.json.error_code, answer.json.detail]).toEqual([400, '101', detail]);
  });

  it('is refused beyond 16 MiB', async () => {
    const answer = await send(requestOf('LARGE-3', merchants(1), { filling: 'x'.repeat(16 * MEBIBYTE) }));
    expect([answer.status, answer.json.error_code, answer.json.detail]).toEqual([400, '101', 'body is too large']);
  });

  it('is read with 16 MiB', async () => {
    const empty = requestOf('LARGE-4', merchants(1), { filling: '' });
    const answer = await send(empty.replace('"filling":""', `"filling":"${'x'.repeat(16 * MEBIBYTE - empty.length)}"`));
    expect(answer.status).toBe(202);
  });

  it('is read completely when it is sent in parts without its length', async () => {
    const sent = merchants(90, { note: 'é'.repeat(5_000) });
    const bytes = Buffer.from(requestOf('LARGE-7', sent));
    const parts = Array.from({ length: 40 }, (_, at) => {
      const length = Math.ceil(bytes.length / 40);
      return bytes.subarray(at * length, (at + 1) * length);
    });
    const headers = {
      authorization: `Bearer ${await server.token('demo-acquirer')}`,
      'content-type': 'application/json',
      connection: 'close',
    };
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sending = request({ host: '127.0.0.1', port, path: URL, method: 'POST', headers }, async (incoming) => {
        resolve({ status: incoming.statusCode, text: await text(incoming) });
      });
      sending.on('error', reject);
      Readable.from(parts).pipe(sending);
    });
    expect(answer.status, answer.text).toBe(202);
    const [application] = JSON.parse(answer.text).applications as { merchants: { merchantId: string }[] }[];
    expect(application?.merchants.map(({ merchantId }) => merchantId)).toEqual(
      sent.map(({ merchantId }) => merchantId),
    );
  });

  it('may have at most 100 applications, however few merchants each has', async () => {
    const applicationsOf = (count: number) =>
      JSON.stringify({
        requestId: `LARGE-APPLICATIONS-${count}`,
        payload: { applications: merchants(count).map((merchant) => ({ merchants: [merchant] })) },
      });
    expect((await send(applicationsOf(100))).status).toBe(202);
    const refused = await send(applicationsOf(101));
    expect([refused.status, refused.json.errors]).toEqual([
      400,
      [
        {
          path: 'payload.applications',
          code: '104',
          message: 'must contain at most 100',
          action: 'take entries out of payload.applications: at most 100',
        },
      ],
    ]);
  });

  it('reports 200 of thousands of errors, and the number of the others', async () => {
    const faulty = Array.from({ length: 3_000 }, () => ({ ...merchantBody(newId('BAD')), mcc: 'none', trn: '' }));
    const answer = await send(requestOf('LARGE-5', faulty));
    expect(answer.status).toBe(400);
    const { errors, more } = answer.json as { errors: { path: string }[]; more: number };
    expect([errors.length, more]).toEqual([200, 5_800]);
    expect(errors.slice(0, 3).map(({ path }) => path)).toEqual([
      'payload.applications[0].merchants[0].mcc',
      'payload.applications[0].merchants[0].trn',
      'payload.applications[0].merchants[1].mcc',
    ]);
    expect(answer.text.length).toBeLessThan(100_000);
  });

  it('lists 200 of thousands of warnings in its answer and its status, and counts the others', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`unknown${at}`, at]));
    const sent = merchants(100, unknown);
    const answer = await send(requestOf('LARGE-6', sent, { ...unknown }));
    expect([answer.status, answer.headers['contract-warnings'], answer.json.moreWarnings]).toEqual([
      202,
      String(101 * 45),
      101 * 45 - 200,
    ]);
    const listed = (json: typeof answer.json) =>
      (json.applications as { merchants: { warnings: object[] }[] }[])
        .flatMap((application) => application.merchants)
        .map(({ warnings }) => warnings.length);
    const expected = [45, 45, 45, 20, ...Array<number>(96).fill(0)];
    expect((answer.json.warnings as object[]).length).toBe(45);
    expect(listed(answer.json)).toEqual(expected);
    const url = '/V2/merchants/onboarding/LARGE-6?limit=200';
    const status = await server.request({ method: 'GET', url, as: 'demo-acquirer' });
    expect(listed(status.json)).toEqual(expected);
  });
});

describe('a caller without a valid token', () => {
  it('is answered before the body is sent', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port }, () => {
        // Sends a Content-Length without a body.
        const head = [`POST ${URL} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', 'Content-Length: 16000000'];
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
      });
      socket.once('error', reject);
      socket.once('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('"error_code":"201"');
  });
});

describe('the onboarding thread', () => {
  const rules = { defaultPaymentMethods: ['AAA', 'BBB'], cardNumberRanges: [] };
  const bodyOf = (text: string) => ByteParts.of(Buffer.from(text));

  it('checks several requests concurrently, each with its own answer', async () => {
    const thread = createOnboardingThread();
    const counts = [1, 70, 3, 41];
    const checked = await Promise.all(
      counts.map((count) => thread.check('application/json', bodyOf(requestOf('R', merchants(count))), rules)),
    );
    expect(checked.map((result) => result.ok && result.value.merchants.length)).toEqual(counts);
    await thread.close();
  });

  it('returns each merchant with its own texts, digit by digit', async () => {
    const thread = createOnboardingThread();
    const sent = merchants(120, { legalName: 'متجر ١٢٣ 🛒' }).map((merchant, at) => ({
      ...merchant,
      note: `"\\ ${at}`,
    }));
    const body = requestOf('R', sent).replaceAll('"note"', '"rate":1.10,"note"');
    const checked = await thread.check('application/json', bodyOf(body), rules);
    const found = checked.ok ? checked.value.merchants : [];
    expect(found.map(({ record }) => JSON.parse(textOf(record)))).toEqual(
      sent.map((merchant) => expect.objectContaining({ ...merchant, rate: 1.1 })),
    );
    expect(found.every(({ record }) => textOf(record).includes('"rate":1.10,'))).toBe(true);
    expect(found.map(({ resolved }) => JSON.parse(textOf(resolved)).storeType)).toEqual(sent.map(() => 'STANDARD'));
    await thread.close();
  });

  it('gets the memory of the texts back, so that none of it stays on the main thread', async () => {
    const thread = createOnboardingThread();
    const checked = await thread.check('application/json', bodyOf(requestOf('R', merchants(120))), rules);
    const found = checked.ok ? checked.value.merchants : [];
    const bytesOf = () => found.map(({ record, resolved }) => record.length + resolved.length);
    expect(Math.min(...bytesOf())).toBeGreaterThan(500);
    thread.returnBuffers(found);
    expect(bytesOf()).toEqual(Array(120).fill(0));
    await thread.close();
  });

  it('fails its current requests when it ends, and starts again for the next request', async () => {
    const thread = createOnboardingThread();
    // Each request needs a new body, because the thread takes over its memory.
    const body = () => bodyOf(requestOf('R', merchants(50)));
    const cutOff = thread.check('application/json', body(), rules);
    await Promise.all([expect(cutOff).rejects.toThrow('ended'), thread.close()]);
    const next = await thread.check('application/json', body(), rules);
    expect(next.ok && next.value.merchantCount).toBe(50);
    await thread.close();
  });
});
