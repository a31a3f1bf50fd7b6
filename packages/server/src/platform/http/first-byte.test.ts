import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureFirstBytes } from './first-byte.ts';

const WORK_MS = 400;

describe('the first byte of a request', () => {
  const ages: number[] = [];
  const server = createServer((request, response) => {
    ages.push(performance.now() - firstBytes.of(request));
    response.end();
  });
  const firstBytes = measureFirstBytes(server);
  let socket: ReturnType<typeof connect>;
  beforeEach(async () => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    ages.length = 0;
  });
  afterEach(() => void socket.destroy());

  const answered = () => once(socket, 'data');

  it('has waited while the event loop was at work', async () => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const endsAt = performance.now() + WORK_MS;
    while (performance.now() < endsAt);
    await answered();
    expect(ages[0]).toBeGreaterThanOrEqual(WORK_MS * 0.9);
  });

  it('has not waited while the event loop was idle', async () => {
    await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    const began = performance.now();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await answered();
    expect(ages[0]).toBeLessThan(performance.now() - began + WORK_MS / 2);
  });
});
