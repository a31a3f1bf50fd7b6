import { beforeAll, describe, expect, it } from 'vitest';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import {
  addCard,
  cardBody,
  type IssuedCard,
  issueAccount,
  issueCard,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { requestToken } from '../../testing/cards/token-requests.ts';
import {
  act,
  newToken,
  notificationsOf,
  provision,
  queueNotifications,
  readState,
} from '../../testing/cards/tokens.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await queueNotifications(server);
});

const setStatus = (card: IssuedCard, value: string) => setCardStatus(server, card.exid, value);

async function notificationTypes(reference: string): Promise<string[]> {
  const all = await notificationsOf(server, reference);
  return all.map(({ type, details: { token } }) =>
    [type, token.tokenEventIndicator, token.tokenEventReasonCode].filter(Boolean).join(' '),
  );
}

describe('the end of a card', () => {
  it.each(['LOST', 'STOLEN', 'CLOSED'])(
    'with status %s deletes its tokens in any state, with a notification for each',
    async (value) => {
      const card = await issueCard(server);
      const requestedToken = await newToken(server, card.exid, { activation: 'CODE' });
      const pending = await newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
      const active = await newToken(server, card.exid);
      const suspendedToken = await newToken(server, card.exid);
      await act(server, suspendedToken, 'suspend');
      const deactivatedToken = await newToken(server, card.exid);
      await act(server, deactivatedToken, 'deactivate');
      expect((await setStatus(card, value)).exception.error_code).toBe('000');
      for (const reference of [requestedToken, pending, active, suspendedToken, deactivatedToken]) {
        expect(await readState(server, reference)).toBe('DELETED');
      }
      const end = `TD 4 CARD_${value}`;
      expect(await notificationTypes(requestedToken)).toEqual([end]);
      expect(await notificationTypes(pending)).toEqual(['AC', end]);
      expect(await notificationTypes(active)).toEqual(['TC', end]);
      expect(await notificationTypes(suspendedToken)).toEqual(['TC', 'TD 6 TEST', end]);
      expect(await notificationTypes(deactivatedToken)).toEqual(['TC', 'TD 3 TEST', end]);
    },
  );

  it('is in the history and the audit log', async () => {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    await setStatus(card, 'STOLEN');
    const { json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
    expect((json.history as object[]).at(-1)).toMatchObject({
      event: 'DELETE',
      from_state: 'ACTIVE',
      to_state: 'DELETED',
      requested_by: 'ISSUER',
      reason_code: 'CARD_STOLEN',
      actor: 'demo-bank',
    });
    const rows = await server.db.sql(
      `select operation, subject, outcome from audit_log where operation = 'cards.change-status' and subject in ($1, $2)
        order by audit_id`,
      [`token:${reference}`, `card:${card.exid}`],
    );
    expect(rows).toEqual([
      { operation: 'cards.change-status', subject: `token:${reference}`, outcome: 'deleted' },
      { operation: 'cards.change-status', subject: `card:${card.exid}`, outcome: 'status changed' },
    ]);
  });

  it('sends no notification for a token that is already deleted, or if the status is set again', async () => {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    await act(server, reference, 'delete');
    await setStatus(card, 'LOST');
    await setStatus(card, 'LOST');
    expect(await notificationTypes(reference)).toEqual(['TC', 'TD 4 TEST']);
  });

  it('leaves the tokens of other cards of the account unchanged', async () => {
    const account = await issueAccount(server);
    const [one, other] = [await addCard(server, account), await addCard(server, account)];
    const [tokenOfClosed, tokenOfActive] = [await newToken(server, one.exid), await newToken(server, other.exid)];
    await setStatus(one, 'CLOSED');
    expect([await readState(server, tokenOfClosed), await readState(server, tokenOfActive)]).toEqual([
      'DELETED',
      'ACTIVE',
    ]);
  });

  it('is rolled back if its tokens cannot be deleted', async () => {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    await server.db.sql('alter table token_history add constraint refuse_all check (false) not valid');
    const { http } = await setStatus(card, 'LOST');
    await server.db.sql('alter table token_history drop constraint refuse_all');
    expect(http.status).toBe(500);
    const [row] = await server.db.sql('select status from cards where exid = $1', [card.exid]);
    expect(row).toEqual({ status: 'ACTIVE' });
    expect(await readState(server, reference)).toBe('ACTIVE');
    expect(await notificationTypes(reference)).toEqual(['TC']);
  });

  it('leaves no token of a concurrent request: each token is deleted with the card, or refused', async () => {
    const card = await issueCard(server);
    const first = await newToken(server, card.exid);
    const attempts = Array.from({ length: 19 }, () => provision(server, card.exid));
    const [closing, ...provisions] = await Promise.all([setStatus(card, 'CLOSED'), ...attempts]);
    expect(closing.exception.error_code).toBe('000');
    const references = provisions
      .filter(({ status }) => status === 200)
      .map(({ json }) => json.token_reference as string);
    for (const { status, json } of provisions.filter(({ status }) => status !== 200)) {
      expect([status, json.error_code]).toEqual([409, '420']);
    }
    for (const reference of [first, ...references]) {
      expect(await readState(server, reference)).toBe('DELETED');
      expect(await notificationTypes(reference)).toEqual(['TC', 'TD 4 CARD_CLOSED']);
    }
  });
});

describe('the renewal of a card', () => {
  it('keeps its tokens without a notification, including one that a network requested and one that a block suspended', async () => {
    await server.db.sql("update products set renewal_months_before = 2 where product_code = 'DEBIT-CLASSIC'");
    await server.server.periodicJobs.runDue();
    const account = await issueAccount(server);
    const members = { card_number: luhnNumber('400000'), card_expiry_date: '2701', card_virtual_indicator: 'P' };
    const { body } = await server.envelope('cards.create-card', cardBody(account, members));
    const exid = String(body.card_identifier_id);
    const requested = await requestToken(server, exid, { scores: { account: 5, device: 5 } });
    const url = `/V2/tokens/provisioning/${requested}`;
    const reference = String((await server.request({ url, as: 'demo-bank' })).json.token_reference);
    const issued = await newToken(server, exid);
    await setCardStatus(server, exid, 'BLOCKED');
    await setCardStatus(server, exid, 'ACTIVE');
    await server.server.periodicJobs.runDue();
    const [card] = await server.db.sql('select expiry, sequence_number from cards where exid = $1', [exid]);
    expect(card).toEqual({ expiry: '3111', sequence_number: '002' });
    for (const token of [reference, issued]) {
      expect(await readState(server, token)).toBe('ACTIVE');
      expect(await notificationTypes(token)).toEqual(['TC', 'TD 6 CARD_BLOCKED', 'TE 7 CARD_UNBLOCKED']);
    }
  });
});

describe('the block of a card', () => {
  it('suspends its active tokens, and its end resumes exactly these', async () => {
    const card = await issueCard(server);
    const [active, suspendedToken] = [await newToken(server, card.exid), await newToken(server, card.exid)];
    const deactivatedToken = await newToken(server, card.exid);
    const requestedToken = await newToken(server, card.exid, { activation: 'CODE' });
    await act(server, suspendedToken, 'suspend');
    await act(server, deactivatedToken, 'deactivate');
    const states = () =>
      Promise.all([active, suspendedToken, deactivatedToken, requestedToken].map((one) => readState(server, one)));
    await setStatus(card, 'BLOCKED');
    expect(await states()).toEqual(['SUSPENDED', 'SUSPENDED', 'DEACTIVATED', 'REQUESTED']);
    await setStatus(card, 'ACTIVE');
    expect(await states()).toEqual(['ACTIVE', 'SUSPENDED', 'DEACTIVATED', 'REQUESTED']);
    expect(await notificationTypes(active)).toEqual(['TC', 'TD 6 CARD_BLOCKED', 'TE 7 CARD_UNBLOCKED']);
    expect(await notificationTypes(suspendedToken)).toEqual(['TC', 'TD 6 TEST']);
  });

  it('leaves a token suspended that a request suspended during the block, whatever its reason', async () => {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    await setStatus(card, 'BLOCKED');
    await act(server, reference, 'resume');
    await act(server, reference, 'suspend', { reason_code: 'CARD_BLOCKED' });
    await setStatus(card, 'ACTIVE');
    expect(await readState(server, reference)).toBe('SUSPENDED');
  });

  it('changes nothing twice, and the end of a repeated block resumes the tokens too', async () => {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    await setStatus(card, 'BLOCKED');
    await setStatus(card, 'BLOCKED');
    await setStatus(card, 'ACTIVE');
    await setStatus(card, 'ACTIVE');
    expect(await notificationTypes(reference)).toEqual(['TC', 'TD 6 CARD_BLOCKED', 'TE 7 CARD_UNBLOCKED']);
  });

  it('continues after a replacement, whose card has the tokens', async () => {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    await setStatus(card, 'BLOCKED');
    const { body } = await setStatus(card, 'REPLACED');
    const exid = (body.replacement as { card_identifier_id: string }).card_identifier_id;
    expect(await readState(server, reference)).toBe('SUSPENDED');
    await setStatus({ ...card, exid }, 'ACTIVE');
    const { json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
    expect(json).toMatchObject({ token_state: 'ACTIVE', card_identifier_id: exid });
  });

  it('ends with the card, which deletes the tokens', async () => {
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid);
    await setStatus(card, 'BLOCKED');
    await setStatus(card, 'LOST');
    expect(await notificationTypes(reference)).toEqual(['TC', 'TD 6 CARD_BLOCKED', 'TD 4 CARD_LOST']);
  });
});
