import { describe, expect, it } from 'vitest';
import {
  ExactNumber,
  generateWebhookSecret,
  inMemory,
  type ReceivedEvent,
  receiveEvents,
  receiveEventsFromRequest,
  responseOf,
  signTestMessage,
  storeEventsOnce,
} from './index.ts';

const SECRET = generateWebhookSecret();
const A = '{"id":"a","type":"authorization.approved","amount":"25.00"}';
const B = '{"id":"b","type":"limit.reached","count":12345678901234567890}';
const batch = (...events: string[]) => `{"id":"batch","type":"events","events":[${events.join(',')}]}`;

/** Creates a request with a signature like the sender's. */
function requestOf(body: string, { id = 'batch', key = SECRET } = {}) {
  const { headers } = signTestMessage({ secret: key, notification: body, id });
  return { headers, body: Buffer.from(body) };
}

const receive = (body: string, more: { id?: string; key?: string } = {}) =>
  receiveEvents(requestOf(body, more), { secret: SECRET });

describe('a request with events', () => {
  it('contains one or several, each with its own id, type and content', () => {
    const single = receive(A, { id: 'a' });
    const several = receive(batch(A, B));
    expect(single).toMatchObject({
      ok: true,
      events: [{ id: 'a', type: 'authorization.approved' }],
      answer: { status: 200 },
    });
    expect(several).toMatchObject({ ok: true, events: [{ id: 'a' }, { id: 'b', type: 'limit.reached' }] });
    if (!single.ok || !several.ok) throw new Error('refused');
    expect(several.events[0]).toEqual(single.events[0]);
    expect(several.events[1]?.event.count).toEqual(new ExactNumber('12345678901234567890'));
  });

  it.each([
    ['a signature of another key', receive(batch(A), { key: generateWebhookSecret() }), 401],
    ['another id than the signed one', receive(A, { id: 'b' }), 400],
    ['no events', receive(batch()), 400],
    ['an event without an id', receive(batch(A, '{"type":"limit.reached"}')), 400],
    ['an event that is not an object', receive(batch(A, '1')), 400],
    ['text that is not JSON', receive('{"id":"batch"'), 400],
    ['a list', receive(`[${A}]`), 400],
  ])('is refused for %s', (_, received, status) => {
    expect(received).toMatchObject({ ok: false, answer: { status } });
  });

  it('is also read from a Request of the Fetch API, with its signed bytes', async () => {
    const { headers, body } = requestOf(batch(A, B));
    const post = (sent: Buffer) =>
      new Request('http://bank.test/', { method: 'POST', headers, body: new Uint8Array(sent) });
    const received = await receiveEventsFromRequest(post(body), { secret: SECRET });
    expect([received.ok, responseOf(received.answer).status]).toEqual([true, 200]);
    const changed = await receiveEventsFromRequest(post(Buffer.concat([body, Buffer.from(' ')])), { secret: SECRET });
    expect(changed).toMatchObject({ ok: false, reason: 'no signature matches a known key', answer: { status: 401 } });
  });
});

describe('events that are stored once', () => {
  it('are processed in order, whichever requests deliver them, and an event that was not stored is received again', async () => {
    const deduplicate = inMemory();
    const stored: string[] = [];
    let isFull = true;
    const store = async ({ id }: ReceivedEvent) => {
      if (id === 'b' && isFull) throw new Error('the disk is full');
      stored.push(id);
    };
    await expect(storeEventsOnce(receive(batch(A, B)), deduplicate, store)).rejects.toThrow('the disk is full');
    isFull = false;
    expect(await storeEventsOnce(receive(A, { id: 'a' }), deduplicate, store)).toMatchObject({ status: 200 });
    expect(await storeEventsOnce(receive(batch(A, B)), deduplicate, store)).toMatchObject({ status: 200 });
    expect(stored).toEqual(['a', 'b']);
  });

  it('do not include another event with a known id, or an event that was not verified', async () => {
    const deduplicate = inMemory();
    const store = () => Promise.resolve();
    await storeEventsOnce(receive(A, { id: 'a' }), deduplicate, store);
    const other = receive(A.replace('25.00', '26.00'), { id: 'a' });
    expect(await storeEventsOnce(other, deduplicate, store)).toMatchObject({ status: 409 });
    const forged = receive(batch(B), { key: generateWebhookSecret() });
    expect(
      await storeEventsOnce(forged, deduplicate, () => Promise.reject(new Error('must not be stored'))),
    ).toMatchObject({
      status: 401,
    });
  });
});
