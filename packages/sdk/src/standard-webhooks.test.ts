import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  generateWebhookKeyPair,
  generateWebhookSecret,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookVerdict,
} from './index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const PRIVATE = 'whsk_VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=';
const PUBLIC = 'whpk_ZlN4eg7dSSqi0moX9hQUk3orrOouK3QVQSlJa248c/g=';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const TIMESTAMP = 1_614_265_330;
const BODY = '{"test": 2432232314}';
const NOW = new Date(TIMESTAMP * 1_000);
/** Computed with other tools: HMAC with Python, ed25519 with OpenSSL. */
const V1 = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const OTHER_V1 = 'v1,78nXHjpFP0tVJQW5D0SBwmVyyW87BV/rL6MgfM/Bw44=';
const V1A = 'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==';

const headersWith = (more: Record<string, string | string[] | undefined> = {}) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(TIMESTAMP),
  'webhook-signature': V1,
  ...more,
});

const NO_KEY_FITS: WebhookVerdict = { ok: false, reason: 'no signature matches a known key' };
const MALFORMED: WebhookVerdict = { ok: false, reason: 'webhook-signature is malformed' };

function verdict({
  headers = headersWith(),
  body = BODY,
  keys = [SECRET],
  now = NOW,
  toleranceSeconds,
}: {
  headers?: WebhookHeaders;
  body?: string | Uint8Array;
  keys?: string[];
  now?: Date;
  toleranceSeconds?: number;
} = {}): WebhookVerdict {
  return verifyWebhook({ headers, body, keys, now, ...(toleranceSeconds !== undefined && { toleranceSeconds }) });
}

describe('known signatures', () => {
  it.each([
    ['v1', SECRET, SECRET, V1],
    ['v1 with another secret', OTHER_SECRET, OTHER_SECRET, OTHER_V1],
    ['v1a', PRIVATE, PUBLIC, V1A],
  ])('%s is produced and verified', (_what, signing, verifying, signature) => {
    expect(signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys: [signing] })).toBe(signature);
    const answer = verdict({ headers: headersWith({ 'webhook-signature': signature }), keys: [verifying] });
    expect(answer).toEqual({ ok: true, id: ID, timestamp: NOW, key: 0 });
  });

  it('sign a string as UTF-8, and bytes unchanged', () => {
    const message = {
      id: '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
      timestamp: 1_795_161_600,
      keys: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    };
    const text = '{"name":"ليلى 😀"}';
    const signature = 'v1,BIx4Pt8shZ2Yvxw3a2K/hRCwVChH+ZsdQyVEpa3CmaQ=';
    expect(signWebhook({ ...message, body: text })).toBe(signature);
    expect(signWebhook({ ...message, body: Buffer.from(text) })).toBe(signature);
  });

  it('sign with every key, in the specified order', () => {
    const keys = [SECRET, PRIVATE, OTHER_SECRET];
    expect(signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys })).toBe(`${V1} ${V1A} ${OTHER_V1}`);
  });
});

describe('together with the standardwebhooks package', () => {
  it('its verification accepts our signatures, also with two keys', () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = {
      'webhook-id': ID,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ id: ID, timestamp, body: BODY, keys: [OTHER_SECRET, PRIVATE, SECRET] }),
    };
    expect(new Webhook(SECRET).verify(BODY, headers)).toEqual({ test: 2432232314 });
    expect(new Webhook(OTHER_SECRET).verify(BODY, headers)).toEqual({ test: 2432232314 });
    expect(() => new Webhook(generateWebhookSecret()).verify(BODY, headers)).toThrow('No matching signature found');
  });

  it('its signatures are accepted here, for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (body) => {
        const signature = new Webhook(SECRET).sign(ID, NOW, body);
        expect(verdict({ headers: headersWith({ 'webhook-signature': signature }), body }).ok).toBe(true);
      }),
    );
  });
});

describe('a modified message', () => {
  it.each([
    ['a byte of the body', { body: '{"test": 2432232315}' }],
    ['a space in the body', { body: '{"test":2432232314}' }],
    ['a body that is empty', { body: '' }],
    ['the id', { headers: headersWith({ 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJeK' }) }],
    ['the timestamp', { headers: headersWith({ 'webhook-timestamp': String(TIMESTAMP + 1) }) }],
    ['the key', { keys: [OTHER_SECRET] }],
  ])('%s is refused', (_what, change) => {
    expect(verdict(change)).toEqual(NO_KEY_FITS);
  });

  it('with any bit of its signature changed is refused', () => {
    for (const [signature, key] of [
      [V1, SECRET],
      [V1A, PUBLIC],
    ] as const) {
      const [version, text] = signature.split(',') as [string, string];
      const bytes = Buffer.from(text, 'base64');
      for (let bit = 0; bit < bytes.length * 8; bit += 5) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        const header = `${version},${changed.toString('base64')}`;
        expect(verdict({ headers: headersWith({ 'webhook-signature': header }), keys: [key] })).toEqual(NO_KEY_FITS);
      }
    }
  });

  it('is refused if a dot between id, timestamp and body was moved', () => {
    const moved = headersWith({ 'webhook-id': `${ID}.${TIMESTAMP}` });
    expect(verdict({ headers: moved, body: '' })).toEqual({ ok: false, reason: 'webhook-id is malformed' });
  });
});

describe('signature algorithms', () => {
  it.each([
    ['an HMAC called v1a', V1.replace('v1,', 'v1a,'), [SECRET]],
    ['an ed25519 signature called v1', V1A.replace('v1a,', 'v1,'), [PUBLIC]],
    ['an HMAC for a public key', V1, [PUBLIC]],
    ['an ed25519 signature for a secret', V1A, [SECRET]],
    [
      'an HMAC with the public key as its secret',
      signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys: [PUBLIC.replace('whpk_', 'whsec_')] }),
      [PUBLIC],
    ],
    ['an unknown version', V1.replace('v1,', 'v2,'), [SECRET]],
    ['a truncated signature', `v1,${Buffer.alloc(16).toString('base64')}`, [SECRET]],
    ['nothing at all', 'v1,=', [SECRET]],
  ])('%s is refused', (_what, signature, keys) => {
    expect(verdict({ headers: headersWith({ 'webhook-signature': signature }), keys })).toEqual(NO_KEY_FITS);
  });
});

describe('rotation', () => {
  const newest = generateWebhookSecret();
  const signed = (...keys: string[]) =>
    headersWith({ 'webhook-signature': signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys }) });

  it.each([
    ['the sender signs with both, the receiver knows the old one', [newest, SECRET], [SECRET], 0],
    ['the sender signs with both, the receiver knows the new one', [newest, SECRET], [newest], 0],
    ['the sender signs with the new one, the receiver knows both', [newest], [SECRET, newest], 1],
    ['from a secret to a pair of keys', [SECRET, PRIVATE], [PUBLIC], 0],
    ['unknown signatures and a valid one', [OTHER_SECRET, PRIVATE, SECRET], [SECRET], 0],
  ])('%s is accepted', (_what, signing, trusted, key) => {
    expect(verdict({ headers: signed(...signing), keys: trusted })).toMatchObject({ ok: true, key });
  });

  it('refuses the old key alone after the receiver has dropped it', () => {
    expect(verdict({ headers: signed(SECRET), keys: [newest] })).toEqual(NO_KEY_FITS);
  });

  it('ignores unknown signature versions', () => {
    const header = `v2,AAAA v1b,${'A'.repeat(88)} ${V1}`;
    expect(verdict({ headers: headersWith({ 'webhook-signature': header }) }).ok).toBe(true);
  });
});

describe('the timestamp', () => {
  const at = (seconds: number, toleranceSeconds?: number) =>
    verdict({ now: new Date((TIMESTAMP + seconds) * 1_000), ...(toleranceSeconds && { toleranceSeconds }) });

  it('may differ from now by five minutes in either direction, unless another tolerance is set', () => {
    expect([at(300).ok, at(-300).ok, at(300.5).ok, at(-300.5).ok]).toEqual([true, true, false, false]);
    expect([at(10, 10).ok, at(11, 10).ok]).toEqual([true, false]);
    expect(at(301)).toEqual({ ok: false, reason: 'webhook-timestamp is more than 300 s from now' });
  });

  it.each([0, -1, Number.NaN])('a tolerance of %s is an error of the caller', (toleranceSeconds) => {
    expect(() => verdict({ toleranceSeconds })).toThrow('toleranceSeconds must be above zero');
  });

  it('is refused if the clock is invalid', () => {
    expect(verdict({ now: new Date(Number.NaN) }).ok).toBe(false);
  });

  it.each([
    '0',
    '-1614265330',
    '1614265330.0',
    '+1614265330',
    '1.61426533e9',
    '0x60375ef2',
    '01614265330',
    '1614265330s',
  ])('written as %j is refused even if it is signed so', (timestamp) => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signature = createHmac('sha256', key).update(`${ID}.${timestamp}.${BODY}`).digest('base64');
    const headers = headersWith({ 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` });
    expect(verdict({ headers, toleranceSeconds: 1e12 })).toEqual({
      ok: false,
      reason: 'webhook-timestamp is not a whole number of seconds',
    });
  });
});

describe('a header', () => {
  const NOT_ONCE = { ok: false, reason: 'webhook-id, webhook-timestamp and webhook-signature must each appear once' };

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('%s is required', (name) => {
    expect(verdict({ headers: headersWith({ [name]: undefined }) })).toEqual(NOT_ONCE);
    expect(verdict({ headers: headersWith({ [name]: '' }) })).toEqual(NOT_ONCE);
  });

  it('is found in any case, and in Headers of the Fetch API', () => {
    const upper = { 'Webhook-Id': ID, 'WEBHOOK-TIMESTAMP': String(TIMESTAMP), 'Webhook-Signature': V1 };
    expect(verdict({ headers: upper }).ok).toBe(true);
    expect(verdict({ headers: new Headers(upper) }).ok).toBe(true);
    expect(verdict({ headers: new Headers() })).toEqual(NOT_ONCE);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)(
    '%s is refused if it occurs twice',
    (name) => {
      const value = headersWith()[name] as string;
      expect(verdict({ headers: headersWith({ [name]: [value, value] }) })).toEqual(NOT_ONCE);
      expect(verdict({ headers: headersWith({ [name.toUpperCase()]: value }) })).toEqual(NOT_ONCE);
      // Node joins repeated headers with a comma.
      expect(verdict({ headers: headersWith({ [name]: `${value}, ${value}` }) }).ok).toBe(false);
    },
  );

  it.each([
    ['a line break', `${ID}\n`],
    ['a space', 'msg 1'],
    ['a letter beyond ASCII', 'msg_é'],
    ['129 characters', 'm'.repeat(129)],
  ])('webhook-id with %s is refused', (_what, id) => {
    expect(verdict({ headers: headersWith({ 'webhook-id': id }) })).toEqual({
      ok: false,
      reason: 'webhook-id is malformed',
    });
  });

  it.each([
    ['no version', V1.slice(3)],
    ['two spaces', `${V1}  ${V1}`],
    ['a comma between them', `${V1}, ${V1}`],
    ['a line break', `${V1}\n`],
    ['seventeen signatures', Array(17).fill(V1).join(' ')],
    ['more than 4,096 characters', `${V1} v2,${'A'.repeat(4_096)}`],
  ])('webhook-signature with %s is refused', (_what, signature) => {
    expect(verdict({ headers: headersWith({ 'webhook-signature': signature }) })).toEqual(MALFORMED);
  });

  it('with non-canonical base64 that a lenient decoder would accept is refused', () => {
    const loose = [V1.replace('=', ''), V1.replace('1OE=', '1OF='), V1.replaceAll('+', '-').replaceAll('/', '_')];
    for (const signature of loose) {
      expect(verdict({ headers: headersWith({ 'webhook-signature': signature }) })).toEqual(NO_KEY_FITS);
    }
  });
});

describe('mistakes of the calling code are thrown', () => {
  it('no key at all: no message is accepted unverified', () => {
    expect(() => verdict({ keys: [] })).toThrow('verifying a webhook needs a key');
    // biome-ignore lint/suspicious/noExplicitAny: untyped code may omit the keys
    expect(() => verifyWebhook({ headers: headersWith(), body: BODY, now: NOW } as any)).toThrow('needs a key');
    // biome-ignore lint/suspicious/noExplicitAny: untyped code may pass a string
    expect(() => verdict({ keys: SECRET as any })).toThrow('verifying a webhook needs a key');
    expect(() => signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys: [] })).toThrow('needs a key');
  });

  it.each([
    ['an empty key', ''],
    ['only a prefix', 'whsec_'],
    ['a key without a prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['a key with a space', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La LaSw'],
    ['a key in base64url', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS_'],
    ['a short key', `whsec_${Buffer.alloc(23, 7).toString('base64')}`],
    ['a long key', `whsec_${Buffer.alloc(65, 7).toString('base64')}`],
    ['a short public key', `whpk_${Buffer.alloc(31, 7).toString('base64')}`],
    ['a private key', PRIVATE],
  ])('an invalid key, without quoting it: %s', (_what, key) => {
    const thrown = catching(() => verdict({ keys: [SECRET, key] }));
    expect(thrown).toBeInstanceOf(TypeError);
    if (key.length > 10) expect(thrown.message).not.toContain(key.slice(6, 14));
  });

  it('a public key does not sign', () => {
    expect(() => signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys: [PUBLIC] })).toThrow('cannot sign');
  });

  it('a parsed body', () => {
    // biome-ignore lint/suspicious/noExplicitAny: untyped code may pass a parsed body
    expect(() => verdict({ body: { test: 2432232314 } as any })).toThrow('not a parsed object');
  });

  it.each([
    ['an id with a dot', { id: 'a.b' }],
    ['an empty id', { id: '' }],
    ['an id with a line break', { id: 'a\r\nx-evil: 1' }],
    ['a time with a fraction of a millisecond', { timestamp: 0.5 }],
    ['no time', { timestamp: Number.NaN }],
  ])('%s is not signed', (_what, change) => {
    expect(() => signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys: [SECRET], ...change })).toThrow(
      TypeError,
    );
  });
});

describe('new keys', () => {
  it('are valid, and different each time', () => {
    const secret = generateWebhookSecret();
    const pair = generateWebhookKeyPair();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(pair.privateKey).toMatch(/^whsk_[\w+/]{43}=$/);
    expect(pair.publicKey).toMatch(/^whpk_[\w+/]{43}=$/);
    const signature = signWebhook({ id: ID, timestamp: TIMESTAMP, body: BODY, keys: [secret, pair.privateKey] });
    const headers = headersWith({ 'webhook-signature': signature });
    expect(verdict({ headers, keys: [secret] }).ok).toBe(true);
    expect(verdict({ headers, keys: [pair.publicKey] }).ok).toBe(true);
    expect(generateWebhookSecret()).not.toBe(secret);
    expect(generateWebhookKeyPair().privateKey).not.toBe(pair.privateKey);
  });
});

function catching(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
