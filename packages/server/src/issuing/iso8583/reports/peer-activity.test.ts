import { Message, SPECIFICATIONS } from '@cardwright/iso8583';
import { describe, expect, it, vi } from 'vitest';
import { isoAuthorization } from '../../../testing/networks/iso-client.ts';
import { displayMessage } from './displayed-message.ts';
import { PeerActivity } from './peer-activity.ts';

const SPECIFICATION = SPECIFICATIONS['iso1987-ascii'];
const CARD = { cardNumber: '6011000990139424', expiry: '3012' };

describe('a displayed message', () => {
  it('has a masked card number, and nothing of the fields with card data', () => {
    const secrets = {
      35: '6011000990139424=3012SECRET',
      45: 'B6011000990139424^SECRET',
      48: 'SECRET48',
      52: 'fedcba9876543210',
      54: 'SECRET54',
      55: 'SECRET55',
      63: 'SECRET63',
      102: 'SECRET102',
    };
    const display = displayMessage(isoAuthorization(CARD, { ...secrets, 43: 'SHOP 6011000990139424' }), SPECIFICATION);
    expect(display.fields.map(({ field }) => field)).toEqual([
      2, 3, 4, 7, 11, 12, 13, 18, 22, 23, 25, 32, 37, 41, 42, 43, 49,
    ]);
    expect(display.fields[0]).toEqual({ field: 2, name: 'Primary account number', value: '601100******9424' });
    const text = JSON.stringify(display);
    for (const secret of ['SECRET', 'fedcba98', CARD.cardNumber, '3012']) expect(text).not.toContain(secret);
  });
});

describe('the activity of a peer', () => {
  const activityOf = (isDialled: boolean) => {
    let now = 0;
    const activity = new PeerActivity({ isDialled, specification: SPECIFICATION, now: () => new Date(now) });
    const at = (ms: number) => {
      now = ms;
      return activity;
    };
    return { activity, at };
  };
  const stateOf = (activity: PeerActivity) => {
    const { state, since, connections } = activity.report();
    return [state, Date.parse(since), connections];
  };

  it.each([
    [true, 'dialling'],
    [false, 'listening'],
  ] as const)('follows connections and sign-ons (dialed: %s)', (isDialled, idle) => {
    const { activity, at } = activityOf(isDialled);
    expect(stateOf(activity)).toEqual([idle, 0, 0]);
    at(1).connect(undefined);
    at(2).connect(new Date(99));
    expect(stateOf(activity)).toEqual(['connected', 1, 2]);
    at(3).changeSignedOn(1);
    expect(stateOf(activity)).toEqual(['signed_on', 3, 2]);
    at(4).changeSignedOn(-1);
    at(5).disconnect();
    expect(stateOf(activity)).toEqual(['connected', 4, 1]);
    at(6).disconnect();
    expect(stateOf(activity)).toEqual([idle, 6, 0]);
    expect(activity.report().certificate_expires_at).toBe(new Date(99).toISOString());
  });

  it('counts answers by code, and keeps the latest messages, but only a sample of a flood', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { activity } = activityOf(false);
    const exchange = (trace: number, code?: string) => {
      const request = new Message('0100', { 11: String(trace).padStart(6, '0') });
      const response = code === undefined ? undefined : new Message('0110', { 39: code });
      activity.countAnswer(response);
      activity.record({ request, response, isSent: false, beganAt: performance.now() - 5 });
    };
    for (let trace = 0; trace < 30; trace += 1) {
      exchange(trace, trace % 2 === 0 ? '00' : '51');
      exchange(trace + 500);
      vi.advanceTimersByTime(100);
    }
    vi.useRealTimers();
    const { answers, messages } = activity.report();
    expect(answers).toEqual([
      { code: '00', messages: 15 },
      { code: '51', messages: 15 },
      { code: 'none', messages: 30 },
    ]);
    expect(messages.length).toBe(20);
    expect(messages[0]).toMatchObject({
      is_sent: false,
      ms: 5,
      request: { mti: '0100', fields: [{ field: 11, value: '000029' }] },
      response: { mti: '0110', fields: [{ field: 39, value: '51' }] },
    });
  });
});
