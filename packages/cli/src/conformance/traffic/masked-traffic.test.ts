import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './masked-traffic.ts';

function stored(body: string, path = '/', headers: Record<string, string> = {}) {
  const answered = { status: 200, headers: {}, text: body };
  const { sent, answered: left } = withoutSecrets({ sent: { method: 'POST', path, headers, body }, answered });
  expect(left.text).toBe(sent.body);
  return sent;
}

describe('recorded traffic', () => {
  it.each([
    ['without groups', '4000001234567899'],
    ['in fours', '4000 0012 3456 7899'],
    ['with dashes', '4000-0012-3456-7899'],
    ['of 15 digits', '3782 822463 10005'],
  ])('has a card number %s masked, in bodies and in URLs', (_how, number) => {
    const digits = number.replace(/\D/g, '');
    const masked = `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`;
    expect(stored(`{"a":"n ${number}."}`).body).toBe(`{"a":"n ${masked}."}`);
    expect(stored('', `/cards/${encodeURIComponent(number)}?n=${number.replaceAll(' ', '+')}`).path).toBe(
      `/cards/${masked}?n=${masked}`,
    );
  });

  it('retains other digits: ids, times, and numbers without a valid check digit', () => {
    const text = '{"id":"00000000-0000-4000-8000-000000000000","at":"2026-11-20 08:00:00","n":"4000 0012 3456 7890"}';
    expect(stored(text).body).toBe(text);
  });

  it.each(['cvv', 'CVV2', 'cvc', 'card_verification_value', 'securityCode', 'pin', 'PinBlock', 'track_2_data'])(
    'contains no %s, whether a string or a number',
    (name) => {
      expect(stored(`{"${name}":"1\\"23","b":1}`).body).toBe(`{"${name}":"left out","b":1}`);
      expect(stored(`{"${name}": 123,"b":1}`).body).toBe(`{"${name}":"left out","b":1}`);
      expect(stored(`a=1&${name}=123&b=1`).body).toBe(`a=1&${name}=left-out&b=1`);
    },
  );

  it('contains no token and no proof', () => {
    const { headers, body } = stored('{"refresh_token":"abc"}', '/', {
      DPoP: 'abc',
      Authorization: 'abc',
      Accept: 'abc',
    });
    expect([headers, body]).toEqual([
      { DPoP: 'left out', Authorization: 'left out', Accept: 'abc' },
      '{"refresh_token":"left out"}',
    ]);
  });
});
