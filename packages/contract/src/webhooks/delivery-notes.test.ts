import { describe, expect, it } from 'vitest';
import {
  DELIVERY_NOTES,
  type DeliveryNoteName,
  isServerNote,
  parseDeliveryNote,
  renderDeliveryNote,
} from './delivery-notes.ts';

const SAMPLES: Readonly<Record<string, string>> = {
  note: 'HTTP 503',
  bytes: '65536',
  count: '12',
  errorCode: 'UND_ERR_X',
  seconds: '0.3',
  status: '404',
  time: '2026-11-15T08:00:00.000Z',
  quote: '"30"',
  type: 'TD',
};
const names = Object.keys(DELIVERY_NOTES) as DeliveryNoteName[];
const render = renderDeliveryNote as (name: DeliveryNoteName, values: Readonly<Record<string, string>>) => string;

describe('the notes of delivery attempts', () => {
  it.each(names)('%s is read as what was written', (name) => {
    const parsed = parseDeliveryNote(render(name, SAMPLES));
    expect(parsed?.name).toBe(name);
    for (const [placeholder, value] of Object.entries(parsed?.values ?? {})) expect(value).toBe(SAMPLES[placeholder]);
  });

  it('are texts for people', () => {
    expect(renderDeliveryNote('noAnswer', { seconds: 0.3 })).toBe('no response within 0.3 s');
    expect(renderDeliveryNote('sharedRequest', { note: DELIVERY_NOTES.delivered, count: 2 })).toBe(
      'delivered, with 2 more in the request',
    );
  });

  it('of another version are not recognized', () => {
    expect(parseDeliveryNote('the receiver is asleep')).toBeUndefined();
    expect(parseDeliveryNote('HTTP 4000')).toBeUndefined();
  });

  it.each([
    'HTTP 500',
    'HTTP 500, with 3 more in the request',
    'No delivery succeeded since 2026-11-15T08:00:00.000Z; last failure: the connection was refused',
    'no token from the token URL: it returned HTTP 401',
    'the connection failed (ERR_SSL_WRONG_VERSION_NUMBER)',
  ])('%s has only words of the server', (reason) => {
    expect(isServerNote(reason)).toBe(true);
  });

  it.each([
    'the response\'s code is "4000001234567899"',
    'the response\'s code is "x", with 3 more in the request',
    'the response\'s type is "secret", not "TD"',
    'no token from the token URL: it returned HTTP 401 (secret)',
    'No delivery succeeded since 2026-11-15T08:00:00.000Z; last failure: the response\'s code is "30"',
    'salim, the holder of the endpoint, lacks the scope tokens:read for TD',
    'the connection failed (https://bank.example/secret)',
  ])('%s has a text of the receiver or of the tenant', (reason) => {
    expect(isServerNote(reason)).toBe(false);
  });
});
