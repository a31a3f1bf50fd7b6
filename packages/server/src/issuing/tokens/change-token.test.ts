import { beforeAll, describe, expect, it } from 'vitest';
import { type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import {
  act,
  activationCodeOf,
  newToken,
  notificationsOf,
  queueNotifications,
  readState,
  type TokenAction,
} from '../../testing/cards/tokens.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
let card: IssuedCard;
beforeAll(async () => {
  await queueNotifications(server);
  card = await issueCard(server);
});

const BY_NONE = {};
const BY_CODE = { activation: 'CODE', activation_pref: 'SMS' };
const LATER = { activation: 'CODE' };

/** The steps that bring a token into each state. */
const STATES: Record<string, [given: Record<string, unknown>, ...steps: TokenAction[]]> = {
  REQUESTED: [LATER],
  PENDING_ACTIVATION: [BY_CODE],
  ACTIVE: [BY_NONE],
  SUSPENDED: [BY_NONE, 'suspend'],
  DEACTIVATED: [BY_NONE, 'deactivate'],
  DELETED: [BY_NONE, 'delete'],
};

async function tokenIn(state: string): Promise<string> {
  const [creationFields, ...steps] = STATES[state]!;
  const reference = await newToken(server, card.exid, creationFields);
  for (const step of steps) expect((await act(server, reference, step)).status).toBe(200);
  return reference;
}

/** Type and indicator of the notifications after the first `count`. */
async function notificationsAfter(reference: string, count: number): Promise<string[]> {
  const notifications = (await notificationsOf(server, reference)).slice(count);
  return notifications.map(({ type, details }) => `${type} ${details.token.tokenEventIndicator ?? ''}`.trim());
}

const MOVES: [action: TokenAction, from: string, to: string, notification: string][] = [
  ['suspend', 'ACTIVE', 'SUSPENDED', 'TD 6'],
  ['resume', 'SUSPENDED', 'ACTIVE', 'TE 7'],
  ['deactivate', 'REQUESTED', 'DEACTIVATED', 'TD 3'],
  ['deactivate', 'PENDING_ACTIVATION', 'DEACTIVATED', 'TD 3'],
  ['deactivate', 'ACTIVE', 'DEACTIVATED', 'TD 3'],
  ['deactivate', 'SUSPENDED', 'DEACTIVATED', 'TD 3'],
  ['delete', 'REQUESTED', 'DELETED', 'TD 4'],
  ['delete', 'PENDING_ACTIVATION', 'DELETED', 'TD 4'],
  ['delete', 'ACTIVE', 'DELETED', 'TD 4'],
  ['delete', 'SUSPENDED', 'DELETED', 'TD 4'],
  ['delete', 'DEACTIVATED', 'DELETED', 'TD 4'],
];

describe('a change', () => {
  it.each(MOVES)(
    '%s turns a token from %s to %s, and sends one notification: %s',
    async (action, from, to, notification) => {
      const reference = await tokenIn(from);
      const before = (await notificationsOf(server, reference)).length;
      const { status, json } = await act(server, reference, action);
      expect(status).toBe(200);
      expect(json).toMatchObject({ token_reference: reference, token_state: to });
      expect(json).not.toHaveProperty('activation_code');
      expect(await notificationsAfter(reference, before)).toEqual([notification]);
      expect(await readState(server, reference)).toBe(to);
    },
  );

  it.each([
    ['suspend', 'SUSPENDED'],
    ['resume', 'ACTIVE'],
    ['deactivate', 'DEACTIVATED'],
    ['delete', 'DELETED'],
  ] as [TokenAction, string][])(
    '%s of a token that is %s already succeeds, and sends no notification',
    async (action, state) => {
      const reference = await tokenIn(state);
      const before = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
      const count = (await notificationsOf(server, reference)).length;
      server.clock.advance(1_000);
      const { status, json } = await act(server, reference, action);
      const after = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
      expect([status, json.token_state]).toEqual([200, state]);
      expect(after.json).toEqual(before.json);
      expect(await notificationsOf(server, reference)).toHaveLength(count);
    },
  );

  it.each([
    ['suspend', 'REQUESTED'],
    ['suspend', 'PENDING_ACTIVATION'],
    ['suspend', 'DEACTIVATED'],
    ['suspend', 'DELETED'],
    ['resume', 'REQUESTED'],
    ['resume', 'PENDING_ACTIVATION'],
    ['resume', 'DEACTIVATED'],
    ['resume', 'DELETED'],
    ['deactivate', 'DELETED'],
    ['activation-code', 'ACTIVE'],
    ['activation-code', 'SUSPENDED'],
    ['activation-code', 'DEACTIVATED'],
    ['activation-code', 'DELETED'],
    ['activate', 'SUSPENDED'],
    ['activate', 'DEACTIVATED'],
    ['activate', 'DELETED'],
  ] as [TokenAction, string][])('%s of a token that is %s is 420, and changes nothing', async (action, state) => {
    const reference = await tokenIn(state);
    const count = (await notificationsOf(server, reference)).length;
    const { status, json } = await act(
      server,
      reference,
      action,
      action === 'activate' ? { activation_code: '000000' } : {},
    );
    expect(status).toBe(409);
    expect(json).toMatchObject({ error_code: '420', detail: `The token is ${state}` });
    expect(await readState(server, reference)).toBe(state);
    expect(await notificationsOf(server, reference)).toHaveLength(count);
  });

  it('notifies the requester, the reason, and the token', async () => {
    const reference = await tokenIn('ACTIVE');
    await act(server, reference, 'suspend', { requested_by: 'ISSUER', reason_code: 'SUSPECTED_FRAUD' });
    const [, notification] = await notificationsOf(server, reference);
    expect(notification!.details.token).toEqual({
      deviceType: 'PHONE',
      tokenEventReasonCode: 'SUSPECTED_FRAUD',
      requestorId: '4001003027',
      requestorName: 'Example Pay',
      tokenEventIndicator: '6',
    });
    expect(notification!.details.card).toMatchObject({
      id: { type: 'externalCardId', value: card.exid },
      language: 'ENG',
    });
    expect(notification!.details.textMessage).toBe(
      `Your card ending ${card.masked.slice(-4)} was suspended in Example Pay.`,
    );
  });

  it('is stored in the history with requester, caller and notification, and in the audit log', async () => {
    const reference = await newToken(server, card.exid, {
      ...BY_CODE,
      requested_by: 'REQUESTOR',
      reason_code: 'NEW',
    });
    await act(server, reference, 'activate', { activation_code: await activationCodeOf(server, reference) });
    server.clock.advance(60_000);
    await act(server, reference, 'suspend', { requested_by: 'ISSUER', reason_code: 'FRAUD' });
    server.clock.set('2026-11-20T08:00:00.000Z');
    const notifications = await notificationsOf(server, reference);
    const { json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
    const at = '2026-11-20T08:00:00.000Z';
    const actor = 'demo-bank';
    const line = (event: string, from_state: string | null, to_state: string) => ({
      event,
      from_state,
      to_state,
      actor,
    });
    const fields = { requested_by: 'REQUESTOR', reason_code: 'NEW' };
    expect((json.history as { at: string }[]).map((entry) => ({ ...entry, at: entry.at.slice(0, 16) }))).toEqual(
      [
        { ...line('PROVISION', null, 'REQUESTED'), ...fields, at, notification_id: null },
        {
          ...line('ISSUE_CODE', 'REQUESTED', 'PENDING_ACTIVATION'),
          ...fields,
          at,
          notification_id: notifications[0]!.id,
        },
        {
          ...line('ACTIVATE', 'PENDING_ACTIVATION', 'ACTIVE'),
          requested_by: 'CARDHOLDER',
          reason_code: 'TEST',
          at,
          notification_id: notifications[1]!.id,
        },
        {
          ...line('SUSPEND', 'ACTIVE', 'SUSPENDED'),
          requested_by: 'ISSUER',
          reason_code: 'FRAUD',
          at: '2026-11-20T08:01',
          notification_id: notifications[2]!.id,
        },
      ].map((entry) => ({ ...entry, at: entry.at.slice(0, 16) })),
    );
    const rows = await server.db.sql(
      `select actor, operation, outcome, details from audit_log where subject = $1 order by audit_id`,
      [`token:${reference}`],
    );
    expect(rows.map(({ operation, outcome }) => `${operation}: ${outcome}`)).toEqual([
      'tokens.provision-token: provisioned',
      'tokens.provision-token: activation code issued',
      'tokens.activate-token: activated',
      'tokens.suspend-token: suspended',
      'tokens.read-token: read',
    ]);
    expect(rows[3]).toMatchObject({
      actor: 'demo-bank',
      details: { card: card.exid, from: 'ACTIVE', to: 'SUSPENDED', requestedBy: 'ISSUER', reasonCode: 'FRAUD' },
    });
  });

  it('leaves nothing behind if the transaction fails at its end', async () => {
    const reference = await tokenIn('ACTIVE');
    await server.db.sql('alter table audit_log add constraint refuse_all check (false) not valid');
    const { status } = await act(server, reference, 'suspend');
    await server.db.sql('alter table audit_log drop constraint refuse_all');
    expect(status).toBe(500);
    expect(await readState(server, reference)).toBe('ACTIVE');
    expect(await notificationsAfter(reference, 0)).toEqual(['TC']);
  });

  it('of an unknown token is 307', async () => {
    for (const action of ['activation-code', 'suspend', 'resume', 'deactivate', 'delete'] as const) {
      const { status, json } = await act(server, '0190b5a4-3c1d-4e52-9a41-0f1e2d3c4b5a', action);
      expect([status, json.error_code]).toEqual([404, '307']);
    }
  });
});

describe('concurrent changes', () => {
  const times = (count: number, run: () => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: count }, run)).then((answers) => answers.map(({ status }) => status));

  it('suspend a token once, however many requests there are', async () => {
    const reference = await tokenIn('ACTIVE');
    expect(await times(20, () => act(server, reference, 'suspend'))).toEqual(Array(20).fill(200));
    expect(await notificationsAfter(reference, 1)).toEqual(['TD 6']);
  });

  it('end in a deletion when one of them deletes, with notifications in the order of the changes', async () => {
    const references = await Promise.all(Array.from({ length: 10 }, () => tokenIn('ACTIVE')));
    for (const reference of references) {
      const [suspension, deletion] = await Promise.all([
        act(server, reference, 'suspend'),
        act(server, reference, 'delete'),
      ]);
      expect(deletion.status).toBe(200);
      expect(await readState(server, reference)).toBe('DELETED');
      const expectedEvents = suspension.status === 200 ? ['TD 6', 'TD 4'] : ['TD 4'];
      expect(await notificationsAfter(reference, 1)).toEqual(expectedEvents);
      if (suspension.status !== 200) expect(suspension.json.detail).toBe('The token is DELETED');
    }
  });

  it('of suspending and resuming are notified in the order of the history, each with its own notification', async () => {
    const reference = await tokenIn('ACTIVE');
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => act(server, reference, at % 2 === 0 ? 'suspend' : 'resume')),
    );
    const { json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
    const history = json.history as { event: string; notification_id: string | null }[];
    const notifications = await notificationsOf(server, reference);
    expect(notifications.map(({ id }) => id)).toEqual(history.slice(1).map(({ notification_id }) => notification_id));
    const types = notifications.map(({ type }) => type);
    expect(types[0]).toBe('TC');
    expect(types.slice(1)).toEqual(types.slice(1).map((_, at) => (at % 2 === 0 ? 'TD' : 'TE')));
    expect(new Set(notifications.map(({ id }) => id)).size).toBe(notifications.length);
  });
});
