import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { PartnerFact } from '../decision/facts.ts';
import { partnerOfTrace } from '../decision/rules/partner.ts';
import { readTrace } from '../decision/trace.ts';
import type { EarlierRow, LoadedCard, LockedAccount } from '../records/authorization-store.ts';

export interface FactsRow extends Omit<LockedAccount, 'changes'>, LoadedCard {
  exid: string;
  account_number: string;
  settings: string | null;
  /** The limits as stored; null if the account has none. */
  limits: string | null;
  used: string | null;
}

// one statement reads one snapshot, so nothing is locked and no change is seen in part
const FACTS = `select a.account_id, a.account_number, a.currency, a.available_minor, a.funds_check, a.counters, a.has_limits, a.product_code, a.sequence, a.exceptions_until,
          c.card_id, c.exid, c.status, c.expiry, c.sequence_number, c.earlier_expiry,
          c.earlier_sequence_number, c.restrictions, c.created_at, c.product_code, c.card_role,
          s.settings, l.limits, l.used
     from cards c
     join accounts a on a.bucket = c.bucket and a.account_id = c.account_id
     left join account_settings s on s.bucket = c.bucket and s.account_id = c.account_id
     left join account_limits l on l.bucket = c.bucket and l.account_id = c.account_id and a.has_limits
    where c.bucket = account_bucket($2) and c.account_id = $2 and c.bank_id = $1`;
const selectFacts = statement('authorization.select-facts', `${FACTS} and c.card_id = $3`);
const selectFactsOfCards = statement('authorization.select-facts-of-cards', `${FACTS} order by c.card_id limit $3`);

/** Reads the facts of decisions about the account at this moment, a row for each card, without a lock. */
export function readFactsOfCards(tx: Tx, bankId: string, accountId: bigint, most: number): Promise<FactsRow[]> {
  return tx.query<FactsRow>(selectFactsOfCards, [bankId, accountId, most]);
}

/** Reads the facts of a decision about the card at this moment, without a lock. */
export async function readFacts(tx: Tx, bankId: string, card: CardReference): Promise<FactsRow> {
  return await queryOne<FactsRow>(tx, selectFacts, [bankId, card.accountId, card.cardId]);
}

const selectTrace = statement(
  'authorization.select-stored-trace',
  `select trace from authorizations
    where bucket = account_bucket($2) and account_id = $2 and message_key = $3 and bank_id = $1 and decided_at = $4`,
);

/** Finds the answer of the bank's own system to a message that has a decision; undefined if it was not called. */
export async function findPartnerFact(
  tx: Tx,
  bankId: string,
  { account_id: accountId, message_key: key, decided_at: at }: EarlierRow,
): Promise<PartnerFact | undefined> {
  const rows = await tx.query<{ trace: string }>(selectTrace, [bankId, accountId, key, at]);
  return rows[0] && partnerOfTrace(readTrace(rows[0].trace));
}
