import { signTestMessage } from '@cardwright/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AnyType,
  notification,
  PRIVATE_B,
  SECRET_A,
  SECRET_B,
  TOKEN_OF_TYPE,
} from '../../testing/notifications.ts';
import { addReceivingBanks, notificationsTo, RECEIVING_PATH } from '../../testing/requests/notification-requests.ts';
import { fileServer } from '../../testing/test-server.ts';

const OPERATION = 'receiver.receive-token-notification';
const OWN_ID = /^[0-9A-HJKMNP-TV-Z]{12}$/;
const TYPES: AnyType[] = ['AC', 'TC', 'TD', 'TE'];

const server = fileServer();
beforeAll(async () => {
  await addReceivingBanks(server);
});

const { send, sendSigned, received } = notificationsTo(() => server);

const answerWith = (type: string, code: string, description: string) => ({
  id: expect.stringMatching(OWN_ID),
  type,
  timestamp: '2026-11-20T08:00:00.000Z',
  response: { status: { code, description } },
});
const taken = (type: string) => answerWith(type, '00', 'successful');
const refused = (type: string) => answerWith(type, '63', 'signature or token not valid');

describe('a valid notification', () => {
  it.each(TYPES)('%s with an access token is accepted for the caller’s bank', async (type) => {
    const message = notification(type);
    const answer = await send(message);
    expect([answer.status, answer.json]).toEqual([200, taken(type)]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['contract-warnings']).toBeUndefined();
    expect((await received('demo-bank'))[0]).toBe(message.id);
    expect(await received('other-bank')).not.toContain(message.id);
  });

  it.each(TYPES)('%s with a signature is accepted for the bank whose key verifies it', async (type) => {
    const [forA, forB, forBToo] = [notification(type), notification(type), notification(type)];
    for (const [message, key] of [
      [forA, SECRET_A],
      [forB, SECRET_B],
      [forBToo, PRIVATE_B],
    ] as const) {
      const answer = await sendSigned(message, key);
      expect([answer.status, answer.json]).toEqual([200, taken(type)]);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
    expect((await received('reca')).slice(0, 1)).toEqual([forA.id]);
    expect((await received('recb')).slice(0, 2)).toEqual([forBToo.id, forB.id]);
  });

  it('without the optional details of the card is accepted too, in either version', async () => {
    for (const version of ['V1', 'V2']) {
      const message = notification('TC', { details: { token: TOKEN_OF_TYPE.TC } });
      const answer = await send(message, { url: `/${version}/webhook/TokenNotification` });
      expect([answer.json, answer.headers['interface-version']]).toEqual([
        taken('TC'),
        version === 'V1' ? '1.0 BETA' : '2.0',
      ]);
    }
  });

  it('is in the audit log of its bank, with its sender', async () => {
    const [byToken, bySignature] = [notification('TD'), notification('TE')];
    await send(byToken);
    await sendSigned(bySignature, SECRET_A);
    const rows = await server.db.sql(
      `select bank_id, actor, operation, outcome, details from audit_log where subject = any($1) order by bank_id`,
      [[`notification:${byToken.id}`, `notification:${bySignature.id}`]],
    );
    const entry = { operation: OPERATION, outcome: 'received' };
    expect(rows).toEqual([
      { ...entry, bank_id: 'DEMO', actor: 'demo-bank', details: { type: 'TD' } },
      { ...entry, bank_id: 'RECA', actor: 'signature:RECA', details: { type: 'TE' } },
    ]);
  });
});

describe('the sender', () => {
  const signed = (at?: Date) =>
    signTestMessage({ secret: SECRET_A, notification: notification(), ...(at !== undefined && { at }) });
  const post = (headers: Record<string, string>, payload: string) =>
    server.request({ method: 'POST', url: RECEIVING_PATH, headers, payload });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it.each([
    ['neither token nor signature', () => ({ headers: { 'content-type': 'application/json' }, body: signed().body })],
    [
      'a signature with an unknown key',
      () => signTestMessage({ secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }),
    ],
    ['a byte of the body changed', () => ({ ...signed(), body: signed().body.replace('ENG', 'ARA') })],
    ['a signature of six minutes ago', () => signed(minutesAgo(6))],
    ['a signature of six minutes from now', () => signed(minutesAgo(-6))],
  ])('with %s gets 63, and nothing is stored', async (_what, make) => {
    const before = await server.db.sql('select count(*)::int as n from received_notifications');
    const { headers, body } = make();
    const answer = await post(headers, body);
    expect([answer.status, answer.json]).toEqual([401, refused('TC')]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(await server.db.sql('select count(*)::int as n from received_notifications')).toEqual(before);
  });

  it('if unknown, gets nothing of the body but its type', async () => {
    const broken = await post({ 'content-type': 'application/json' }, '{"type":"TC","id":7}');
    expect([broken.status, broken.json, broken.headers['contract-errors']]).toEqual([401, refused('TC'), undefined]);
    const noType = await post({ 'content-type': 'application/json' }, '{"type":"<script>"}');
    expect([noType.status, noType.json]).toEqual([401, refused('')]);
    const noJson = await post({ 'content-type': 'application/json' }, '{');
    expect([noJson.status, noJson.json]).toEqual([401, refused('')]);
  });

  it('with a token without the scope, or of a caller without a bank, gets 63', async () => {
    for (const as of ['demo-network', 'demo-acquirer']) {
      const answer = await send(notification('AC'), { as });
      expect([as, answer.status, answer.json]).toEqual([as, 403, refused('AC')]);
    }
  });

  it('of a signed message whose webhook-id is not its id gets 30, and nothing is stored', async () => {
    const message = notification('TC');
    const { headers, body } = signTestMessage({ secret: SECRET_A, notification: message, id: 'another' });
    const answer = await server.request({ method: 'POST', url: RECEIVING_PATH, headers, payload: body });
    expect([answer.status, answer.json]).toEqual([400, answerWith('TC', '30', 'format error')]);
    expect(answer.headers['contract-errors']).toContain('id');
    expect(await server.db.sql('select from received_notifications where notification_id = $1', [message.id])).toEqual(
      [],
    );
  });

  it('needs only one valid proof: a signature with an invalid token, or a token with an invalid signature', async () => {
    const [one, other] = [notification(), notification()];
    const bySignature = await sendSigned(one, SECRET_A, { headers: { authorization: 'Bearer of-somebody-else' } });
    expect(bySignature.status).toBe(200);
    expect((await received('reca'))[0]).toBe(one.id);
    const byToken = await sendSigned(other, SECRET_A, {
      as: 'demo-bank',
      headers: { 'webhook-signature': `v1,${'A'.repeat(43)}=` },
    });
    expect(byToken.status).toBe(200);
    expect((await received('demo-bank'))[0]).toBe(other.id);
  });

  it('with a bank’s token sends to that bank, even if a key of another bank signed the message', async () => {
    const message = notification();
    expect((await sendSigned(message, SECRET_A, { as: 'recb' })).status).toBe(200);
    expect((await received('recb'))[0]).toBe(message.id);
    expect(await received('reca')).not.toContain(message.id);
  });

  it('needs a token for a message of more than 64 KiB, because checking it with the keys of all banks is costly', async () => {
    const long = notification('TC', { filler: 'x'.repeat(65_536) });
    expect((await sendSigned(long, SECRET_A)).status).toBe(401);
    expect((await send(long)).status).toBe(200);
  });
});

describe('a message that deviates from the table', () => {
  it('in a tolerated way is accepted, and the warnings are counted and listed for the bank', async () => {
    const message = notification('TD');
    const { clientId, id, ...card } = message.details.card;
    const published = {
      ...message,
      details: {
        card: {
          ...card,
          id: { ...id, type: 'cardNumber', value: '9'.repeat(32) },
          clintId: clientId,
          cbsNumber: '0000123',
        },
        token: { ...message.details.token, requestorId: '50110000001' },
      },
      channel: 'X',
    };
    const answer = await sendSigned(published, SECRET_B);
    expect([answer.status, answer.json, answer.headers['contract-warnings']]).toEqual([200, taken('TD'), '6']);
    const list = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'recb' });
    const rows = list.json.warnings as { operation: string; path: string; rule: string }[];
    expect(
      rows
        .filter(({ operation }) => operation === OPERATION)
        .map(({ path, rule }) => `${path} ${rule}`)
        .sort(),
    ).toEqual([
      'channel unknown-field',
      'details.card.cbsNumber any-text',
      'details.card.clintId other-key',
      'details.card.id.type other-value',
      'details.card.id.value any-text',
      'details.token.requestorId any-text',
    ]);
    const listing = await server.request({ method: 'GET', url: RECEIVING_PATH, as: 'recb' });
    expect(listing.json.notifications).toContainEqual(
      expect.objectContaining({
        id: message.id,
        details: expect.objectContaining({ card: expect.objectContaining({ clientId: '1000045' }) }),
      }),
    );
  });

  it('in another way gets 30 with all findings in a header, and nothing is stored', async () => {
    const { activationCode: _, ...token } = TOKEN_OF_TYPE.AC;
    const message = notification('AC', { timestamp: 'today', details: { card: { language: 'E'.repeat(11) }, token } });
    for (const answer of [await send(message), await sendSigned(message, SECRET_A)]) {
      expect([answer.status, answer.json]).toEqual([400, answerWith('AC', '30', 'format error')]);
      expect(answer.headers['contract-errors']).toBe('105 timestamp, 104 details.card.language');
    }
    expect(await received('demo-bank')).not.toContain(message.id);
  });
});

describe('a notification without a part that its type usually has', () => {
  const LACKING: readonly [AnyType, string][] = [
    ['AC', 'activationPref'],
    ['AC', 'requestorId'],
    ['AC', 'requestorName'],
    ['AC', 'activationCode'],
    ['TC', 'requestorId'],
    ['TC', 'requestorName'],
    ['TC', 'deviceType'],
    ['TD', 'deviceType'],
    ['TD', 'tokenEventReasonCode'],
    ['TD', 'requestorId'],
    ['TD', 'requestorName'],
    ['TD', 'tokenEventIndicator'],
    ['TE', 'deviceType'],
    ['TE', 'tokenEventReasonCode'],
    ['TE', 'requestorId'],
    ['TE', 'requestorName'],
    ['TE', 'tokenEventIndicator'],
    ['AC', 'details'],
    ['TC', 'details'],
    ['TD', 'details'],
    ['TE', 'details'],
  ];

  it.each(LACKING)('%s without its %s is accepted with warnings, and stored', async (type, field) => {
    const { details, ...bare } = notification(type);
    const { [field]: _, ...token } = details.token as Record<string, string>;
    const message = field === 'details' ? bare : { ...bare, details: { ...details, token } };
    const answer = await send(message);
    expect([answer.status, answer.json]).toEqual([200, taken(type)]);
    const lacking = field === 'details' ? Object.keys(details.token).length : 1;
    expect(answer.headers['contract-warnings']).toBe(String(lacking));
    expect((await received('demo-bank'))[0]).toBe(message.id);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a repeated notification', () => {
  it('gets the first answer again, in any order of its members and from any sender', async () => {
    const message = notification('TE');
    const first = await sendSigned(message, SECRET_A);
    server.clock.advance(60_000);
    const { details, ...rest } = message;
    const { card, ...others } = details;
    const turned = JSON.stringify({ details: { ...others, card }, ...rest }, null, 2);
    for (const again of [await sendSigned(message, SECRET_A), await send(turned, { as: 'reca', headers: JSON_TYPE })]) {
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect((await received('reca')).filter((id) => id === message.id)).toHaveLength(1);
    server.clock.set('2026-11-20T08:00:00.000Z');
  });

  it('with other content under its id gets 94, and the first stays', async () => {
    const message = notification('TC');
    await send(message);
    for (const other of [
      { ...message, timestamp: '2026-11-20T07:59:59Z' },
      { ...message, details: { ...message.details, textMessage: 'another' } },
      { ...message, extra: 'member' },
    ]) {
      const answer = await send(other);
      expect([answer.status, answer.json]).toEqual([409, answerWith('TC', '94', 'duplicate with other content')]);
      expect(answer.headers['idempotent-replayed']).toBeUndefined();
    }
    expect((await send(message)).headers['idempotent-replayed']).toBe('true');
  });

  it('to another bank is another notification', async () => {
    const message = notification('TC');
    await sendSigned(message, SECRET_A);
    const other = await sendSigned({ ...message, timestamp: '2026-11-20T07:59:59Z' }, SECRET_B);
    expect([other.status, other.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('sent twenty times at once is stored once, and all get the same answer', async () => {
    const message = notification('TC');
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(message)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect((await received('demo-bank')).filter((id) => id === message.id)).toHaveLength(1);
    const lines = await server.db.sql('select 1 from audit_log where subject = $1', [`notification:${message.id}`]);
    expect(lines).toHaveLength(1);
  });

  it('sent at once with twenty contents is accepted once, and nineteen get 94', async () => {
    const message = notification('TC');
    const contents = Array.from({ length: 20 }, (_, at) => ({ ...message, number: at }));
    const answers = await Promise.all(contents.map((content) => send(content)));
    const codes = answers.map(({ json }) => (json.response as { status: { code: string } }).status.code).sort();
    expect(codes).toEqual(['00', ...Array(19).fill('94')]);
  });
});

describe('after a fault of the server', () => {
  it('a notification gets 96, so that it is sent again and then accepted', async () => {
    const message = notification('TD');
    await server.db.sql('alter table received_notifications rename to elsewhere');
    const answer = await send(message);
    await server.db.sql('alter table elsewhere rename to received_notifications');
    expect([answer.status, answer.json]).toEqual([500, answerWith('TD', '96', 'system malfunction')]);
    expect((await send(message)).status).toBe(200);
  });
});
