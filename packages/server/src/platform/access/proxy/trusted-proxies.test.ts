import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../../host/configuration/settings.ts';
import { fileServer, testServer } from '../../../testing/test-server.ts';

const REQUEST =
  'GET /V2/cards/X/insurances HTTP/1.1\r\nHost: cardwright.test\r\nX-Request-Id: ID\r\nConnection: close\r\n\r\n';
let port: number;

const s = fileServer({
  CARDWRIGHT_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,2001:db8:ff::/48',
  CARDWRIGHT_SIGN_INS_PER_SECOND_FROM_ADDRESS: '20',
});
beforeAll(async () => {
  await s.server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (s.server.app.server.address() as AddressInfo).port;
});

let requests = 0;

/** The address in the audit row of a refused request. */
async function auditedAddress(remoteAddress: string, forwardedFor?: string): Promise<unknown> {
  const id = `forwarded-${++requests}`;
  const headers = { 'x-request-id': id, ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }) };
  await s.server.app.inject({ url: '/V2/cards/X/insurances', headers, remoteAddress });
  return addressIn(id);
}

async function addressIn(requestId: string): Promise<unknown> {
  const rows = await s.db.sql<{ from_address: string }>('select from_address from audit_log where request_id = $1', [
    requestId,
  ]);
  return rows.map((row) => row.from_address).join();
}

/** Sends bytes over a separate connection, and returns what came back. */
function exchange(pieces: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
    });
    socket
      .on('end', () => socket.end())
      .on('close', () => resolve(answer))
      .on('error', reject);
    socket.setNoDelay();
    const [first = Buffer.alloc(0), ...more] = pieces;
    socket.write(first, () => {
      for (const piece of more) setImmediate(() => socket.write(piece));
    });
  });
}

describe('X-Forwarded-For', () => {
  it('of a trusted proxy names the caller', async () => {
    expect(await auditedAddress('10.1.2.3', '203.0.113.7')).toBe('203.0.113.7');
    expect(await auditedAddress('::ffff:10.1.2.3', ' 2001:db8::7 ')).toBe('2001:db8::7');
    expect(await auditedAddress('2001:db8:ff::1', '[2001:db8::7]:4711')).toBe('2001:db8::7');
    expect(await auditedAddress('10.1.2.3', '203.0.113.7:4711')).toBe('203.0.113.7');
  });

  it('of any other sender is ignored', async () => {
    expect(await auditedAddress('198.51.100.1', '203.0.113.7')).toBe('198.51.100.1');
  });

  it('is read from its end, up to the first address that is not a trusted proxy', async () => {
    expect(await auditedAddress('10.1.2.3', '192.0.2.99, 203.0.113.7, 10.9.9.9')).toBe('203.0.113.7');
    expect(await auditedAddress('10.1.2.3', '10.5.5.5, 10.9.9.9')).toBe('10.5.5.5');
  });

  it('is not read beyond an entry that is no address', async () => {
    expect(await auditedAddress('10.1.2.3', '203.0.113.7, 4000001234567899, 10.9.9.9')).toBe('10.9.9.9');
    expect(await auditedAddress('10.1.2.3', 'unknown')).toBe('10.1.2.3');
    expect(await auditedAddress('10.1.2.3')).toBe('10.1.2.3');
  });

  it('gives each caller behind a proxy its own limit of token requests', async () => {
    const send = (caller: string) =>
      s.server.app.inject({
        method: 'POST',
        url: '/oauth2/token',
        payload: {},
        headers: { 'x-forwarded-for': caller },
        remoteAddress: '10.1.2.3',
      });
    const flood = await Promise.all(Array.from({ length: 80 }, () => send('203.0.113.50')));
    expect(flood.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(20);
    expect((await send('203.0.113.51')).statusCode).toBe(400);
  });
});

describe('a PROXY header', () => {
  const text = Buffer.from('PROXY TCP4 203.0.113.77 192.0.2.1 8080 443\r\n');
  const binary = Buffer.from('0d0a0d0a000d0a515549540a2111000ccb00714dc00002011f9001bb', 'hex');
  const request = (id: string) => Buffer.from(REQUEST.replace('ID', id));

  it.each([
    ['a line of text', text],
    ['binary', binary],
  ])('of a trusted proxy identifies the caller: %s', async (form, header) => {
    const whole = `whole-${form.length}`;
    expect(await exchange([Buffer.concat([header, request(whole)])])).toMatch(/^HTTP\/1\.1 401 /);
    expect(await addressIn(whole)).toBe('203.0.113.77');
    const cut = `cut-${form.length}`;
    const pieces = [header.subarray(0, 3), header.subarray(3), request(cut).subarray(0, 20), request(cut).subarray(20)];
    expect(await exchange(pieces)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await addressIn(cut)).toBe('203.0.113.77');
  });

  it('can be left out by a trusted proxy', async () => {
    expect(await exchange([request('without')])).toMatch(/^HTTP\/1\.1 401 /);
    expect(await addressIn('without')).toBe('127.0.0.1');
  });

  it('that cannot be read closes the connection', async () => {
    expect(await exchange([Buffer.from('PROXY TCP4 nowhere\r\n'), request('broken')])).toBe('');
  });

  it('of any other sender is answered as malformed HTTP', async () => {
    const other = await testServer({ CARDWRIGHT_TRUSTED_PROXIES: '10.0.0.0/8' });
    await other.server.app.listen({ host: '127.0.0.1', port: 0 });
    const own = port;
    port = (other.server.app.server.address() as AddressInfo).port;
    expect(await exchange([Buffer.concat([text, request('stranger')])])).toMatch(/^HTTP\/1\.1 400 /);
    port = own;
    await other.close();
  });

  it('that has not arrived does not delay the stop of the server', async () => {
    const ending = await testServer({ CARDWRIGHT_TRUSTED_PROXIES: '127.0.0.1' });
    await ending.server.app.listen({ host: '127.0.0.1', port: 0 });
    const silent = connect((ending.server.app.server.address() as AddressInfo).port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => silent.on('close', () => resolve()));
    await new Promise<void>((resolve) => silent.on('connect', () => silent.write('PRO', () => resolve())));
    await ending.close();
    await closed;
  });
});

describe('CARDWRIGHT_TRUSTED_PROXIES', () => {
  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/0', '::/0', '10.0.0.1/8/8', '300.1.1.1'])(
    'refuses %s',
    (value) => {
      expect(() => readSettings({ CARDWRIGHT_TRUSTED_PROXIES: `127.0.0.1,${value}` })).toThrow(
        `CARDWRIGHT_TRUSTED_PROXIES: ${value} is neither an IP address nor a network such as 10.0.0.0/8`,
      );
    },
  );
});
