import type { JsonObject } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { ACTIVE, BY_UNDERWRITER, changeInsurance } from '../../testing/cards/insurance.ts';
import { clientBody, type IssuedCard, issueCard, luhnNumber } from '../../testing/cards/issued-cards.ts';
import { act, activationCodeOf, newToken, queueNotifications } from '../../testing/cards/tokens.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { hitsOf, review, sendHitDecision, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer, nextMsgId } from '../../testing/test-server.ts';
import { webhooks } from '../../testing/webhooks.ts';
import { createDenials } from './denials.ts';

const server = fileServer();
const card = fileResource(() => issueCard(server));

interface Row {
  bank_id: string;
  actor: string;
  operation: string;
  subject: string;
  outcome: string;
  from_address: string | null;
  details: JsonObject | null;
}

/** Returns the rows written during `work`. */
async function rowsOf(work: () => Promise<unknown>): Promise<Row[]> {
  const [last] = await server.db.sql<{ id: string }>('select coalesce(max(audit_id), 0) as id from audit_log');
  await work();
  return await server.db.sql<Row>(
    `select bank_id, actor, operation, subject, outcome, from_address, details from audit_log
      where audit_id > $1 and operation <> 'access.issue-token' order by audit_id`,
    [last?.id],
  );
}

const summaries = (rows: Row[]) =>
  rows.map(({ actor, subject, outcome, details }) => [actor, subject, outcome, details]);

describe('a refused decision about merchants is a row with its actor, the decision and the reason', () => {
  it('by the four-eyes principle: a reviewer cannot approve the same application', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    await review(server, applicationId, 'review', undefined, 'second-reviewer');
    const rows = await rowsOf(() => review(server, applicationId, 'approve', undefined, 'second-reviewer'));
    expect(rows).toEqual([
      {
        bank_id: 'acquirer:DEMO',
        actor: 'second-reviewer',
        operation: 'merchants.approve-application',
        subject: `application:${applicationId}`,
        outcome: 'refused',
        from_address: '127.0.0.1',
        details: {
          code: '420',
          path: `/V2/merchants/applications/${applicationId}/approve`,
          reason: `merchantIds ${merchantIds[0]} was reviewed by the same person: approval needs a second one`,
        },
      },
    ]);
  });

  it.each(['review', 'approve', 'reject', 'request-information', 'screen', 'confirm-kyc', 'return-to-review'])(
    'by a state: %s after a rejection',
    async (action) => {
      const { applicationId } = await submitAndScreen(server);
      expect((await review(server, applicationId, 'reject')).status).toBe(200);
      const body = {
        reason: 'Again',
        ...(action === 'request-information' && { items: [{ path: 'trn', action: 'x' }] }),
      };
      const rows = await rowsOf(async () => {
        const { status, json } = await review(server, applicationId, action, body);
        expect([status, json.error_code]).toEqual([409, '420']);
      });
      expect(rows).toMatchObject([
        {
          bank_id: 'acquirer:DEMO',
          operation: expect.stringMatching(/^merchants\./),
          subject: `application:${applicationId}`,
          outcome: 'refused',
          details: { code: '420', reason: expect.stringMatching(/^No merchant of the application is /) },
        },
      ]);
    },
  );

  it.each(['clear', 'confirm'] as const)('by a state: to %s a hit twice', async (decision) => {
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ mcc: '7995' })]);
    const [hit] = await hitsOf(server, applicationId);
    const decide = () => sendHitDecision(server, applicationId, hit?.hitId ?? '', decision);
    expect((await decide()).status).toBe(200);
    const rows = await rowsOf(decide);
    const state = decision === 'clear' ? 'CLEARED' : 'CONFIRMED';
    expect(rows).toMatchObject([
      { actor: 'demo-reviewer', outcome: 'refused', details: { code: '420', reason: `The hit is ${state} already` } },
    ]);
  });

  it('by the missing data of many merchants: the first findings, and the number of others', async () => {
    const merchants = Array.from({ length: 7 }, () => uniqueMerchant());
    const { applicationId } = await submitAndScreen(server, merchants);
    const [row] = await rowsOf(() => review(server, applicationId, 'approve'));
    expect(String(row?.details?.reason).split('; ')).toEqual([
      ...merchants.slice(0, 5).map(({ merchantId }) => `merchantIds ${merchantId} has not been reviewed`),
      'and 2 more',
    ]);
  });

  it('only once, if the operation writes its own row', async () => {
    const merchant = uniqueMerchant();
    await onboard(server, requestOf([merchant]));
    const rows = await rowsOf(async () => {
      expect((await onboard(server, requestOf([merchant]))).json.error_code).toBe('404');
    });
    expect(rows.map(({ subject, outcome }) => [subject.split(':')[0], outcome])).toEqual([['onboarding', 'refused']]);
  });

  it('also for a request id that was used for other content', async () => {
    const request = requestOf([uniqueMerchant()]);
    await onboard(server, request);
    const rows = await rowsOf(() =>
      onboard(server, { ...requestOf([uniqueMerchant()]), requestId: request.requestId }),
    );
    expect(rows).toMatchObject([{ actor: 'demo-acquirer', outcome: 'refused', details: { code: '407' } }]);
  });
});

describe('a refused change at a bank is a row about its object', () => {
  const exid = (of: IssuedCard) => ({ card_identifier_id: of.exid, card_identifier_type: 'EXID' });
  const close = (of: IssuedCard, value = 'CLOSED') =>
    server.envelope('cards.change-status', { ...exid(of), status: { type: 'card_status', value } });

  it('of a closed card: its status, its restrictions, its insurance', async () => {
    const closed = await issueCard(server);
    await close(closed);
    const restriction = { restriction_type: 'ATM', isAllowed: false };
    const rows = await rowsOf(async () => {
      await close(closed, 'ACTIVE');
      await server.envelope('restrictions.set-restriction', { ...exid(closed), restriction });
      await changeInsurance(server, closed.exid, '01', ACTIVE);
    });
    const subject = `card:${closed.exid}`;
    expect(summaries(rows)).toEqual([
      [
        'demo-bank',
        subject,
        'refused',
        { code: '420', path: '/V2/cardservices/CardStatusUpdate', reason: 'A CLOSED card stays CLOSED' },
      ],
      [
        'demo-bank',
        subject,
        'refused',
        expect.objectContaining({ code: '420', reason: 'A CLOSED card takes no restriction' }),
      ],
      ['demo-bank', subject, 'refused', expect.objectContaining({ code: '420', reason: expect.any(String) })],
    ]);
  });

  it('of an account with too little money, and of settings that another caller changed', async () => {
    const poor = await issueCard(server);
    const rows = await rowsOf(async () => {
      await server.envelope('accounts.post-transaction', {
        account_identifier_id: poor.accountNumber,
        account_identifier_type: 'CONTRACT_NUMBER',
        transaction: {
          transaction_code: 'DEBIT',
          transaction_date: '2026-11-20',
          amount: '999999.00',
          currency: 'AED',
          transaction_ref_number: 'R1',
        },
      });
      const { exception } = await server.envelope('card-settings.update-settings', {
        accountNumber: poor.cardNumber,
        cardFeatureChecksum: '0'.repeat(64),
        cardSettings: { masterStatus: 'OFF' },
      });
      expect(exception.error_code).toBe('421');
    });
    const subject = `account:${poor.accountNumber}`;
    expect(rows.map((row) => [row.subject, row.details?.code, row.details?.reason])).toEqual([
      [subject, '420', 'body.transaction.amount is more than the account has available'],
      [subject, '421', 'Changed by somebody else meanwhile'],
    ]);
  });

  it('of a token: its status changes, its code, and a wrong code once', async () => {
    await queueNotifications(server);
    const reference = await newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
    await act(server, reference, 'activate', { activation_code: await activationCodeOf(server, reference) });
    const rows = await rowsOf(async () => {
      await act(server, reference, 'activation-code', { activation_pref: 'SMS' });
      await act(server, reference, 'activate', { activation_code: '000000' });
      await act(server, reference, 'deactivate');
      await act(server, reference, 'suspend');
    });
    expect(rows.map(({ operation, outcome, details }) => [operation, outcome, details?.code])).toEqual([
      ['tokens.issue-activation-code', 'refused', '420'],
      ['tokens.activate-token', 'wrong activation code', undefined],
      ['tokens.deactivate-token', 'deactivated', undefined],
      ['tokens.suspend-token', 'refused', '420'],
    ]);
    expect(rows[3]).toMatchObject({
      subject: `token:${reference}`,
      details: { path: `/V2/tokens/${reference}/suspend`, reason: 'The token is DEACTIVATED' },
    });
  });

  it('of an endpoint that exists, a client that exists, and a message id that was used', async () => {
    const body = { url: 'https://bank.example/refused' };
    await webhooks(server, '', { body });
    const client = clientBody('CIF-REFUSED');
    const header = { msg_id: nextMsgId() };
    await server.envelope('clients.create-client', client, { header });
    const rows = await rowsOf(async () => {
      await webhooks(server, '', { body });
      await server.envelope('clients.create-client', client);
      await server.envelope('clients.create-client', clientBody('CIF-OTHER'), { header });
    });
    expect(rows.map(({ subject, details }) => [subject, details?.code, details?.reason])).toEqual([
      ['operation:webhooks.register-endpoint', '420', 'url An endpoint with this URL already exists'],
      ['client:CIF-REFUSED', '401', 'Client already exists'],
      [`message:TEST/${header.msg_id}`, '108', 'Duplicate Message ID'],
    ]);
  });

  it('without card numbers', async () => {
    const number = luhnNumber('400000');
    const rows = await rowsOf(() => changeInsurance(server, card.cardNumber, '01', BY_UNDERWRITER));
    const requests = await rowsOf(() =>
      onboard(server, { ...requestOf([uniqueMerchant()]), requestId: `R-${number}` }),
    );
    expect(JSON.stringify([...rows, ...requests])).not.toMatch(new RegExp(`${number}|${card.cardNumber}`));
  });
});

describe('refused decisions', () => {
  it('are written during a flood of requests for missing objects', async () => {
    const denials = createDenials({
      database: server.db.database,
      clock: server.clock,
      onError: (error) => {
        throw error;
      },
      elapsedMs: () => 0,
    });
    const entry = { actor: 'unknown', operation: 'flood', subject: 's', requestId: 'r' };
    const rows = await rowsOf(async () => {
      await Promise.all(Array.from({ length: 100 }, () => denials.record('OTHR', { ...entry, outcome: 'not found' })));
      await denials.record('OTHR', { ...entry, outcome: 'refused' });
      await denials.flush({ all: true });
    });
    expect(rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1);
    expect(rows.find(({ outcome }) => outcome === 'more were refused')?.details).toEqual({
      count: 80,
      outcome: 'not found',
    });
  });
});
