import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type NameAnswer, startNameServer, type TestNameServer } from '../../../../testing/system/name-server.ts';
import { answersOk, startReceiver } from '../../../../testing/webhook-receiver.ts';
import { createDeliver } from '../deliver.ts';
import { createHostResolver, type HostResolver, NameNotResolved } from './host-resolver.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A resolver that uses a name server of this test. */
async function resolver(
  answers: Readonly<Record<string, NameAnswer>>,
  more: { hostsFile?: string; resolveMs?: number } = {},
): Promise<HostResolver & { server: TestNameServer }> {
  const server = await startNameServer(answers);
  const made = createHostResolver({ nameServers: [server.address], ...more });
  closing.push(server.close, made.close);
  return { ...made, server };
}

async function problemOf(resolving: Promise<unknown>): Promise<string> {
  const error = await resolving.then(
    () => new Error('it was resolved'),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(NameNotResolved);
  return error.message;
}

describe('a host name', () => {
  it('has the addresses of both IP versions, IPv4 first', async () => {
    const { resolve } = await resolver({ 'bank.example': { addresses: ['2001:db8::7', '192.0.2.7', '192.0.2.8'] } });
    expect(await resolve('one', 'bank.example')).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '192.0.2.8', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
  });

  it('has those of one IP version if the other one gets no answer', async () => {
    const { resolve } = await resolver({
      'four.example': { addresses: ['192.0.2.7'], silentAbout: 6 },
      'six.example': { addresses: ['2001:db8::7'], silentAbout: 4 },
    });
    expect(await resolve('one', 'four.example')).toEqual([{ address: '192.0.2.7', family: 4 }]);
    expect(await resolve('one', 'six.example')).toEqual([{ address: '2001:db8::7', family: 6 }]);
  });

  it('that does not exist, has no address, or whose servers never answer is reported as such', async () => {
    const answers: Record<string, NameAnswer> = { 'empty.example': { addresses: [] }, 'silent.example': 'silent' };
    const { resolve } = await resolver(answers, { resolveMs: 300 });
    expect(await problemOf(resolve('one', 'nobody.example'))).toBe('the host name is unknown');
    expect(await problemOf(resolve('one', 'empty.example'))).toBe('the host name has no address');
    expect(await problemOf(resolve('one', 'silent.example'))).toBe('the name servers did not respond');
  });

  it('is looked up once for concurrent callers, and cached for a moment', async () => {
    const { resolve, server } = await resolver({ 'bank.example': { addresses: ['192.0.2.7'] } });
    await Promise.all(['one', 'two', 'three'].map((owner) => resolve(owner, 'bank.example')));
    await resolve('four', 'bank.example');
    expect(server.queries.sort()).toEqual(['bank.example A', 'bank.example AAAA']);
  });

  it('is looked up again if its record must not be cached', async () => {
    const { resolve, server } = await resolver({ 'bank.example': { addresses: ['192.0.2.7'], ttl: 0 } });
    await resolve('one', 'bank.example');
    await resolve('one', 'bank.example');
    expect(server.queries).toHaveLength(4);
  });

  it('of the hosts file, and localhost, is never looked up', async () => {
    const hostsFile = join(await mkdtemp(join(tmpdir(), 'hosts-')), 'hosts');
    await writeFile(hostsFile, '# ours\n10.1.2.3  bank.internal Gateway # both\nfd00::3 bank.internal\nnonsense\n');
    const { resolve, server } = await resolver({}, { hostsFile });
    expect(await resolve('one', 'bank.internal')).toEqual([
      { address: '10.1.2.3', family: 4 },
      { address: 'fd00::3', family: 6 },
    ]);
    expect(await resolve('one', 'gateway')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    expect((await resolve('one', 'localhost')).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    expect(server.queries).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('has at most four concurrent lookups, and other endpoints are not affected', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.silent.example`);
    const silent = Object.fromEntries(names.map((name) => [name, 'silent' as const]));
    const { resolve } = await resolver({ ...silent, 'bank.example': { addresses: ['192.0.2.7'] } }, { resolveMs: 500 });
    const problems = Promise.all(names.map((name) => problemOf(resolve('one', name))));
    expect(await resolve('two', 'bank.example')).toHaveLength(1);
    expect(await problems).toEqual([
      ...Array.from({ length: 4 }, () => 'the name servers did not respond'),
      'too many names of this endpoint are being looked up',
    ]);
    expect(await problemOf(resolve('one', 'unknown.example'))).toBe('the host name is unknown');
  });

  it('whose name servers never answer does not delay other ones', async () => {
    const silent = Array.from({ length: 40 }, (_, at) => `bank-${at}.silent.example`);
    const answers = Object.fromEntries(silent.map((name) => [name, 'silent' as const]));
    const hosts = await resolver({ ...answers, 'bank.example': { addresses: ['127.0.0.1'] } });
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
    const bank = await startReceiver({ secret, tls: 'none' });
    bank.behave(answersOk);
    const { deliver, close } = createDeliver({ allowPrivateAddresses: true, allowHttp: true, hosts });
    closing.push(bank.close, close);
    const send = (endpointId: string, host: string) =>
      deliver({
        endpointId,
        bankId: 'DEMO',
        url: `http://${host}:${new URL(bank.url).port}/`,
        notificationId: '5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f',
        type: 'TE',
        payload: '{"type":"TE"}',
        keys: [{ keyId: 'first', kind: 'hmac', secret: Buffer.from(secret.slice(6), 'base64') }],
        oauth: undefined,
        maxInFlight: 4,
      });
    const unanswered = Promise.all(silent.map((host) => send(host, host)));
    const order: string[] = [];
    void unanswered.then(() => order.push('silent'));
    const healthy = await send('healthy', 'bank.example');
    order.push('healthy');
    expect(healthy).toMatchObject({ outcome: 'DELIVERED' });
    for (const result of await unanswered) {
      expect(result).toMatchObject({ outcome: 'UNREACHABLE', reason: 'the name servers did not respond' });
    }
    expect(order).toEqual(['healthy', 'silent']);
  });
});
