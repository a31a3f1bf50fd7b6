import { statement, type Tx } from '../storage/index.ts';
import type { ListedRow } from './listed-authorization.ts';

const insertListed = statement(
  'authorization.insert-listed',
  `insert into listed_authorizations (bank_id, decided_at, message_key, account_id, card_id, retrieval_reference,
     system_trace, state, action_code, rule, approval_code, billing_minor, currency, exponent, acquirer, merchant,
     merchant_place, mcc, country, channel, account_sequence)
   select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::int[],
     $8::"char"[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::text[], $14::smallint[], $15::text[],
     $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::bigint[])
   on conflict do nothing
   returning bank_id, decided_at, message_key, account_id`,
);

/** Adds those that are not there yet, and answers which these are. */
export async function insertListedRows(
  tx: Tx,
  rows: readonly ListedRow[],
): Promise<Pick<ListedRow, 'bank_id' | 'decided_at' | 'message_key' | 'account_id'>[]> {
  const column = <K extends keyof ListedRow>(name: K) => rows.map((row) => row[name]);
  return await tx.query(insertListed, [
    column('bank_id'),
    column('decided_at'),
    column('message_key'),
    column('account_id'),
    column('card_id'),
    column('retrieval_reference'),
    column('system_trace'),
    column('state'),
    column('action_code'),
    column('rule'),
    column('approval_code'),
    column('billing_minor'),
    column('currency'),
    column('exponent'),
    column('acquirer'),
    column('merchant'),
    column('merchant_place'),
    column('mcc'),
    column('country'),
    column('channel'),
    column('account_sequence'),
  ]);
}

const updateListed = statement(
  'authorization.update-listed',
  `update listed_authorizations l set state = n.state
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::"char"[])
            as n (bank_id, decided_at, message_key, account_id, state)
    where l.bank_id = n.bank_id and l.decided_at = n.decided_at and l.message_key = n.message_key
      and l.account_id = n.account_id and l.state <> n.state`,
);

/** Brings the state of those that are there up to date. */
export async function updateListedRows(tx: Tx, rows: readonly ListedRow[]): Promise<void> {
  await tx.query(updateListed, [
    rows.map((row) => row.bank_id),
    rows.map((row) => row.decided_at),
    rows.map((row) => row.message_key),
    rows.map((row) => row.account_id),
    rows.map((row) => row.state),
  ]);
}
