import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forward } from './forward.ts';

/** The maximum size of a response that the sandbox accepts: docs/interface/sandbox.md#streams. */
const MAX_BYTES = 64 * 1024;

let answer: string;
let url: string;
const receiver = createServer((_request, response) => response.writeHead(500).end(answer));
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());

describe('the response of a receiver', () => {
  it.each([
    ['quotes', '"'.repeat(100_000)],
    ['control characters', '\u0001'.repeat(100_000)],
    ['letters of two bytes', 'ع'.repeat(100_000)],
  ])('with many %s is cut to the limits of the sandbox', async (_what, text) => {
    answer = text;
    const forwarded = await forward({ delivery_id: '1', headers: {}, body: '{}' }, url);
    expect(forwarded).toMatchObject({ status: 500, body: expect.stringContaining(text.slice(0, 1_000)) });
    expect(Buffer.byteLength(JSON.stringify(forwarded))).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('within the limits of the sandbox is returned unchanged', async () => {
    answer = 'x'.repeat(60_000);
    expect((await forward({ delivery_id: '1', headers: {}, body: '{}' }, url)).body).toBe(answer);
  });
});
