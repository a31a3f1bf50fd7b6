import { describe, expect, it, vi } from 'vitest';
import { setSettings } from '../../testing/cards/account-settings.ts';
import { restrict } from '../../testing/cards/card-control.ts';
import { ACTIVE, changeInsurance } from '../../testing/cards/insurance.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { newToken } from '../../testing/cards/tokens.ts';
import { answersWith, configurePartner, startPartner } from '../../testing/decisions/decision-partners.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { delayedAnswer } from '../../testing/webhook-receiver.ts';
import { WITHIN } from '../../testing/within.ts';
import { bucketOf } from './bucket.ts';

describe('buckets of accounts', () => {
  const server = fileServer();
  const partner = fileResource(() => startPartner());

  it('are the same in servers and in the database, and evenly used', async () => {
    const values = Array.from({ length: 70_000 }, (_, at) => BigInt(at) * 3n + (at % 2 === 0 ? 0n : 1n << 40n));
    const found = await server.db.sql<{ bucket: number }>(
      'select account_bucket(id) as bucket from unnest($1::bigint[]) with ordinality as n (id, place) order by place',
      [values],
    );
    expect(found.map(({ bucket }) => bucket)).toEqual(values.map(bucketOf));
    const counts = Array.from({ length: 256 }, () => 0);
    for (let id = 1n; id <= 25_600n; id++) counts[bucketOf(id)]! += 1;
    expect([Math.min(...counts) >= 95, Math.max(...counts) <= 105]).toEqual([true, true]);
  });

  it('never change, because another bucket for an account would hide its rows', () => {
    expect([0n, 1n, 2n, 3n, 1000n, 65_535n, 65_536n, 65_537n, 10n ** 15n].map(bucketOf)).toEqual([
      0, 158, 60, 218, 6, 97, 0, 158, 128,
    ]);
  });

  it('contain every row of their accounts, whichever code wrote it', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const reference = ecommerceMessage(card);
    await authorize(server, reference);
    await authorize(server, { ...reference, Transaction_Amount_Cardholder_Billing: '000000002600' });
    await newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
    await setSettings(server, card, { dailyLimit: '90.00' });
    await restrict(server, card, { restriction_type: 'ATM' });
    const terms = { id: 'TEN', measure: 'count', window: { calendar: 'day' }, max: '10' };
    const payload = { ...terms, level: 'account', account_number: card.accountNumber };
    await server.request({ method: 'POST', url: '/V2/limits', as: 'demo-bank', payload });
    const exception = { mcc: '5541', maxAmount: '50.00', validUntil: '2026-11-20T08:30:00Z', reason: 'On the phone' };
    const exceptions = `/V2/accounts/${card.accountNumber}/exceptions`;
    await server.request({ method: 'POST', url: exceptions, as: 'demo-bank', payload: exception });
    await changeInsurance(server, card.exid, '01', ACTIVE);
    const posted = { transaction_code: 'CREDIT', transaction_date: '2026-11-20', amount: '1.00', currency: 'AED' };
    await server.envelope('accounts.post-transaction', {
      account_identifier_id: card.accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
      transaction: { ...posted, transaction_ref_number: 'REF-1' },
    });
    await decideWithoutPartner(card);
    const tables = await server.db.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        join pg_attribute k on k.attrelid = c.oid and k.attname = 'account_id'
        where a.attname = 'bucket' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const [row] = await server.db.sql<{ rows: number; elsewhere: number }>(
          `select count(*)::int as rows, count(*) filter (where bucket <> account_bucket(account_id))::int as elsewhere
             from ${name}`,
        );
        return [name, row!.rows > 0, row!.elsewhere];
      }),
    );
    expect(found).toEqual([
      ['account_changes', true, 0],
      ['account_exceptions', true, 0],
      ['account_limits', true, 0],
      ['account_settings', true, 0],
      ['account_transactions', true, 0],
      ['accounts', true, 0],
      ['authorization_events', true, 0],
      ['authorizations', true, 0],
      ['card_restrictions', true, 0],
      ['cards', true, 0],
      ['insurance_enrolments', true, 0],
      ['insurance_history', true, 0],
      ['late_partner_answers', true, 0],
      ['stood_in', true, 0],
      ['token_activation_codes', true, 0],
      ['token_history', true, 0],
      ['tokens', true, 0],
    ]);
  });

  /** Sends a message to which the bank's own system answers too late, so that the stand-in decides. */
  async function decideWithoutPartner(card: IssuedCard): Promise<void> {
    const delayed = delayedAnswer(answersWith({ decision: 'approve' }));
    partner.behave(delayed.behaviour);
    const standIn = { deadline_ms: 50, stand_in: { approve_up_to: '100.00' } };
    await configurePartner(server, { url: `${partner.url}/decide`, keys: [partner.secret], ...standIn });
    await authorize(server, ecommerceMessage(card, { Retrieval_Reference_Number: '700000000001' }));
    delayed.release();
    await vi.waitUntil(async () => (await server.db.sql('select from late_partner_answers')).length > 0, WITHIN);
  }
});
