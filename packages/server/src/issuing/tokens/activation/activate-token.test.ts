import { beforeAll, describe, expect, it } from 'vitest';
import { openVault, sandboxKeys } from '../../../platform/vault/index.ts';
import { setCardStatus } from '../../../testing/cards/card-control.ts';
import { type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import {
  act,
  activationCodeOf,
  newToken,
  notificationsOf,
  queueNotifications,
  readState,
} from '../../../testing/cards/tokens.ts';
import { expectNoCode } from '../../../testing/decisions/expect-no-code.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { codeContent } from './issue-code.ts';

const server = fileServer();
let card: IssuedCard;
beforeAll(async () => {
  await queueNotifications(server);
  card = await issueCard(server);
});

const BY_CODE = { activation: 'CODE', activation_pref: 'SMS' };
const pending = (more = {}) => newToken(server, card.exid, { ...BY_CODE, ...more });
const activate = (reference: string, activation_code: string) =>
  act(server, reference, 'activate', { activation_code });
const types = async (reference: string) => (await notificationsOf(server, reference)).map(({ type }) => type);
/** Six digits that differ from the code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function triesRemaining(reference: string): Promise<unknown> {
  const { json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
  return (json.activation_code as { tries_left: number } | undefined)?.tries_left;
}

describe('activation with the code', () => {
  it('makes the token active and sends a notification', async () => {
    const reference = await pending();
    const { status, json } = await activate(reference, await activationCodeOf(server, reference));
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_reference: reference, token_state: 'ACTIVE', activation_pref: 'SMS' });
    expect(json).not.toHaveProperty('activation_code');
    const [, notification] = await notificationsOf(server, reference);
    expect(notification).toMatchObject({ type: 'TC' });
    expect(notification!.details.token).toEqual({
      requestorId: '4001003027',
      requestorName: 'Example Pay',
      deviceType: 'PHONE',
    });
    expect(
      await server.db.sql(
        'select 1 from token_activation_codes c join tokens t using (account_id, token_id) where t.reference = $1',
        [reference],
      ),
    ).toEqual([]);
  });

  it('of an active token succeeds without a notification, with the code that activated it', async () => {
    const reference = await pending();
    const code = await activationCodeOf(server, reference);
    for (let time = 0; time < 2; time++) {
      const { status, json } = await activate(reference, code);
      expect([status, json.token_state]).toEqual([200, 'ACTIVE']);
    }
    expect(await types(reference)).toEqual(['AC', 'TC']);
  });

  it('of an active token with another code is refused, recorded in the audit log, and changes nothing', async () => {
    const reference = await pending();
    const code = await activationCodeOf(server, reference);
    await activate(reference, code);
    const never = await newToken(server, card.exid);
    for (const [token, sentCode] of [
      [reference, wrong(code)],
      [never, '123456'],
    ] as const) {
      const { status, json } = await activate(token, sentCode);
      expect([status, json.error_code, json.detail]).toEqual([409, '420', 'The token is ACTIVE, and not by this code']);
      expect(await readState(server, token)).toBe('ACTIVE');
      expect(
        await server.db.sql(`select details from audit_log where subject = $1 and outcome = 'wrong activation code'`, [
          `token:${token}`,
        ]),
      ).toEqual([{ details: { card: card.exid } }]);
    }
    expect((await activate(reference, code)).status).toBe(200);
  });

  it('twenty times at once sends one completion', async () => {
    const reference = await pending();
    const code = await activationCodeOf(server, reference);
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(reference, code)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await types(reference)).toEqual(['AC', 'TC']);
  });

  it('is notified once in a token’s lifetime: after suspend and resume there is no second completion', async () => {
    const reference = await pending();
    await activate(reference, await activationCodeOf(server, reference));
    await act(server, reference, 'suspend');
    await act(server, reference, 'resume');
    expect(await types(reference)).toEqual(['AC', 'TC', 'TD', 'TE']);
  });
});

describe('a wrong code', () => {
  it('is refused and counted; after the third one the right code is refused too', async () => {
    const reference = await pending();
    const code = await activationCodeOf(server, reference);
    const texts = [
      'is wrong: 2 tries are left',
      'is wrong: 1 try is left',
      'is wrong: no try is left, issue a new code',
    ];
    for (const [at, message] of texts.entries()) {
      const { status, json } = await activate(reference, wrong(code));
      expect(status).toBe(400);
      expect(json).toMatchObject({
        error_code: '106',
        errors: [{ path: 'activation_code', code: '106', message }],
      });
      expect(await triesRemaining(reference)).toBe(2 - at);
    }
    for (const sentCode of [code, wrong(code)]) {
      const { status, json } = await activate(reference, sentCode);
      expect(status).toBe(409);
      expect(json).toMatchObject({
        error_code: '420',
        detail: 'The activation code is used up: issue a new one',
      });
    }
    expect(await readState(server, reference)).toBe('PENDING_ACTIVATION');
    expect(await types(reference)).toEqual(['AC']);
  });

  it('is counted once for each try, even if many arrive at once', async () => {
    const reference = await pending();
    const code = wrong(await activationCodeOf(server, reference));
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(reference, code)));
    expect(answers.map(({ json }) => json.error_code).sort()).toEqual([
      ...Array(3).fill('106'),
      ...Array(17).fill('420'),
    ]);
    expect(await triesRemaining(reference)).toBe(0);
  });

  it('is in the audit log, without the code', async () => {
    const reference = await pending();
    const code = wrong(await activationCodeOf(server, reference));
    await activate(reference, code);
    const rows = await server.db.sql(
      `select actor, operation, details from audit_log where subject = $1 and outcome = 'wrong activation code'`,
      [`token:${reference}`],
    );
    expect(rows).toEqual([{ actor: 'demo-bank', operation: 'tokens.activate-token', details: { card: card.exid } }]);
    expectNoCode(server.logs.join(''), code);
  });

  it.each(['12345', '1234567', '12345a', '', '١٢٣٤٥٦', 123456, null])(
    'is not counted if it is not a valid code: %j',
    async (code) => {
      const reference = await pending();
      const { status } = await act(server, reference, 'activate', { activation_code: code });
      expect(status).toBe(400);
      expect(await triesRemaining(reference)).toBe(3);
    },
  );

  it('includes the code of another token', async () => {
    const [one, other] = [await pending(), await pending()];
    const [ours, theirs] = [await activationCodeOf(server, one), await activationCodeOf(server, other)];
    // two random codes can be equal
    const { json } = await activate(one, ours === theirs ? wrong(ours) : theirs);
    expect(json.error_code).toBe('106');
  });
});

it('the same code of two tokens is stored as two different hashes', async () => {
  const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
  const of = (reference: string) => vault.contents.hash(codeContent(reference, '042137')).hash.toString('hex');
  expect(of('0190b5a4-3c1d-4e52-9a41-0f1e2d3c4b5a')).not.toBe(of('0190b5a4-3c1d-4e52-9a41-0f1e2d3c4b5b'));
  expect(of('0190b5a4-3c1d-4e52-9a41-0f1e2d3c4b5a')).toBe(of('0190b5a4-3c1d-4e52-9a41-0f1e2d3c4b5a'));
});

describe('an expired code', () => {
  it('is refused after ten minutes, and a new one works', async () => {
    const reference = await pending();
    const code = await activationCodeOf(server, reference);
    server.clock.advance(600_000);
    const { status, json } = await activate(reference, code);
    expect(status).toBe(409);
    expect(json).toMatchObject({ error_code: '420', detail: 'The activation code has expired: issue a new one' });
    expect(await triesRemaining(reference)).toBe(3);
    expect((await act(server, reference, 'activation-code')).status).toBe(200);
    expect((await activate(reference, await activationCodeOf(server, reference))).status).toBe(200);
    expect(await types(reference)).toEqual(['AC', 'AC', 'TC']);
    server.clock.set('2026-11-20T08:00:00.000Z');
  });
});

describe('a new code', () => {
  it('is sent with its expiry and number of tries, and replaces the one before it', async () => {
    const reference = await pending();
    const old = await activationCodeOf(server, reference);
    await activate(reference, wrong(old));
    server.clock.advance(60_000);
    const { status, json, text } = await act(server, reference, 'activation-code');
    server.clock.set('2026-11-20T08:00:00.000Z');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      token_state: 'PENDING_ACTIVATION',
      activation_code: { expires_at: '2026-11-20T08:11:00.000Z', tries_left: 3 },
      changed_at: '2026-11-20T08:01:00.000Z',
    });
    const code = await activationCodeOf(server, reference);
    expectNoCode(text, code);
    expect(await types(reference)).toEqual(['AC', 'AC']);
    // two random codes can be equal
    if (code !== old) expect((await activate(reference, old)).json.error_code).toBe('106');
    expect((await activate(reference, code)).status).toBe(200);
  });

  it('for a token without activation_pref needs one in the request: 103', async () => {
    const reference = await newToken(server, card.exid, { activation: 'CODE' });
    const { status, json } = await act(server, reference, 'activation-code');
    expect(status).toBe(400);
    expect(json).toMatchObject({ error_code: '103', errors: [{ path: 'activation_pref' }] });
    expect(await readState(server, reference)).toBe('REQUESTED');
    const before = await activate(reference, '000000');
    expect(before.json).toMatchObject({
      error_code: '420',
      detail: 'The token is REQUESTED: issue an activation code first',
    });
    const answer = await act(server, reference, 'activation-code', { activation_pref: 'EMAIL' });
    expect(answer.json).toMatchObject({ token_state: 'PENDING_ACTIVATION', activation_pref: 'EMAIL' });
    const [notification] = await notificationsOf(server, reference);
    expect(notification!.details.token.activationPref).toBe('EMAIL');
  });

  it('is issued five times an hour for a token, including the first one; then 204 states when to try again', async () => {
    server.clock.set('2026-11-20T08:00:00.000Z');
    const reference = await pending();
    const other = await pending();
    for (let time = 0; time < 4; time++) {
      server.clock.advance(10 * 60_000);
      expect((await act(server, reference, 'activation-code')).status).toBe(200);
    }
    const { status, json, headers } = await act(server, reference, 'activation-code');
    expect([status, json.error_code, headers['retry-after']]).toEqual([429, '204', '1200']);
    expect(json.detail).toBe('5 activation codes an hour are issued for a token: try again in 1200 s');
    expect((await activate(reference, await activationCodeOf(server, reference))).status).toBe(200);
    expect((await act(server, other, 'activation-code')).status).toBe(200);
    const lateCode = await pending();
    for (let time = 0; time < 4; time++) await act(server, lateCode, 'activation-code');
    server.clock.advance(60 * 60_000 - 1);
    expect((await act(server, lateCode, 'activation-code')).headers['retry-after']).toBe('1');
    server.clock.advance(1);
    expect((await act(server, lateCode, 'activation-code')).status).toBe(200);
    server.clock.set('2026-11-20T08:00:00.000Z');
  });

  it('is issued five times, however many requests arrive at once', async () => {
    const reference = await pending();
    const answers = await Promise.all(Array.from({ length: 12 }, () => act(server, reference, 'activation-code')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(8).fill(429)]);
    expect(await types(reference)).toEqual(Array(5).fill('AC'));
  });

  it('is sent to the requested channel from then on', async () => {
    const reference = await pending();
    await act(server, reference, 'activation-code', { activation_pref: 'EMAIL' });
    await act(server, reference, 'activation-code');
    const notifications = await notificationsOf(server, reference);
    expect(notifications.map(({ details }) => details.token.activationPref)).toEqual(['SMS', 'EMAIL', 'EMAIL']);
  });
});

describe('on a card that is blocked', () => {
  it('no code is issued and no token activated, until it is active again', async () => {
    const card = await issueCard(server);
    const setStatus = (value: string) => setCardStatus(server, card.exid, value);
    const reference = await newToken(server, card.exid, BY_CODE);
    const code = await activationCodeOf(server, reference);
    await setStatus('BLOCKED');
    for (const answer of [await activate(reference, code), await act(server, reference, 'activation-code')]) {
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({ error_code: '420', detail: 'A BLOCKED card gets no tokens' });
    }
    expect(await triesRemaining(reference)).toBe(3);
    await setStatus('ACTIVE');
    expect((await activate(reference, code)).status).toBe(200);
  });
});
