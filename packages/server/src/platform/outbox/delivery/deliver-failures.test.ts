import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { deliverersOfEachTest, delivery, LONG_LIMITS } from '../../../testing/deliverers.ts';
import {
  type Behaviour,
  closeConnection,
  closeInBody,
  hangBeforeHeaders,
  hangInBody,
  type ReceiverOptions,
  trickle,
} from '../../../testing/webhook-receiver.ts';
import { NameNotResolved } from './address/host-resolver.ts';

/** In milliseconds. Long enough for a busy machine to answer, and short enough for a test to wait. */
const SHORT = { connectMs: 2_000, headersMs: 300, bodyMs: 600 };

const { receiver, deliverer, rawServer } = deliverersOfEachTest();

describe('a receiver that is too slow', () => {
  it.each<[string, Behaviour, number, string, number | undefined]>([
    ['before the header', hangBeforeHeaders, 300, 'no response within 0.3 s', undefined],
    ['in the body', hangInBody, 600, 'the response did not end within 0.6 s', 200],
    ['by sending a byte at a time', trickle(20), 600, 'the response did not end within 0.6 s', 200],
  ])('%s is abandoned, and its connection is closed', async (_where, behaviour, afterMs, reason, httpStatus) => {
    const bank = await receiver();
    bank.behave(behaviour);
    const result = await deliverer({ limits: SHORT }).deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'TIMED_OUT', reason, httpStatus });
    expect(result.durationMs).toBeGreaterThanOrEqual(afterMs);
    await bank.received[0]!.disconnected;
  });

  it('during the TLS handshake is abandoned, and receives nothing afterwards', async () => {
    const { url, server } = await rawServer(() => {});
    const connected = once(server, 'connection');
    const result = await deliverer({ limits: { connectMs: 300 } }).deliver(delivery(`https://${url}`));
    expect(result).toMatchObject({ outcome: 'TIMED_OUT', reason: 'no connection within 0.3 s', httpStatus: undefined });
    const [socket] = (await connected) as [Socket];
    await once(socket.resume(), 'close');
  });

  it('with the body of an error is judged by the status', async () => {
    const bank = await receiver();
    bank.behave((_request, response) => void response.writeHead(500).write('half'));
    const result = await deliverer({ limits: SHORT }).deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'REJECTED', httpStatus: 500, answer: 'half' });
  });

  it('is abandoned after the time limit of a delivery, whatever the limits of its parts', async () => {
    const bank = await receiver();
    bank.behave(hangBeforeHeaders);
    const result = await deliverer({ limits: { ...LONG_LIMITS, totalMs: 300 } }).deliver(delivery(bank.url));
    expect(result.outcome).toBe('TIMED_OUT');
    expect(result.durationMs).toBeLessThan(10_000);
  });
});

describe('a receiver that cannot be reached', () => {
  it.each<[string, Behaviour, string, number | undefined]>([
    ['before it answers', closeConnection, 'the connection was closed without a response', undefined],
    ['in the middle of its answer', closeInBody, 'the connection was lost before the response ended', 200],
  ])('because it closes the connection %s', async (_when, behaviour, reason, httpStatus) => {
    const bank = await receiver();
    bank.behave(behaviour);
    const result = await deliverer().deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'UNREACHABLE', reason, httpStatus });
    // the receiver may have processed it, so the relay decides whether to send it again
    expect(bank.received).toHaveLength(1);
  });

  it('because nothing listens at its address', async () => {
    const { url, server } = await rawServer(() => {});
    server.close();
    await once(server, 'close');
    const result = await deliverer().deliver(delivery(`https://${url}`));
    expect(result).toMatchObject({ outcome: 'UNREACHABLE', reason: 'the connection was refused' });
  });

  it('because its name is unknown', async () => {
    const unknown = new NameNotResolved('the host name is unknown');
    const { deliver } = deliverer({ hosts: { resolve: () => Promise.reject(unknown) } });
    const result = await deliver(delivery('https://bank.example/'));
    expect(result).toMatchObject({ outcome: 'UNREACHABLE', reason: 'the host name is unknown' });
  });

  it('because it does not speak HTTP', async () => {
    const { url } = await rawServer((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')));
    const result = await deliverer().deliver(delivery(`http://${url}`));
    expect(result).toMatchObject({ outcome: 'BAD_ANSWER', reason: 'the response is not HTTP', httpStatus: undefined });
  });

  it('because its header has no end', async () => {
    const { url } = await rawServer((socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}\r\n`));
    });
    const result = await deliverer().deliver(delivery(`http://${url}`));
    expect(result).toMatchObject({ outcome: 'BAD_ANSWER', reason: "the response's header is too long" });
  });

  it.each<[string, NonNullable<ReceiverOptions['tls']>, string]>([
    ['of an untrusted authority', 'stranger', 'the certificate is not signed by a trusted authority'],
    ['for another name', 'other-name', 'the certificate is for another name'],
  ])('because its certificate is %s, and then receives nothing', async (_what, tls, reason) => {
    const bank = await receiver({ tls });
    const { deliver } = deliverer();
    for (let time = 0; time < 2; time++) {
      expect(await deliver(delivery(bank.url))).toMatchObject({ outcome: 'UNREACHABLE', reason });
    }
    expect(bank.received).toEqual([]);
  });

  it('because only the authorities of Node are trusted without the setting', async () => {
    const bank = await receiver();
    const result = await deliverer({ extraCa: undefined }).deliver(delivery(bank.url));
    expect(result.reason).toBe('the certificate is not signed by a trusted authority');
    expect(bank.received).toEqual([]);
  });

  it('because its URL cannot be read', async () => {
    const result = await deliverer().deliver(delivery('https://[::1'));
    expect(result).toMatchObject({ outcome: 'ADDRESS_REFUSED', reason: 'the URL is not valid' });
  });
});
